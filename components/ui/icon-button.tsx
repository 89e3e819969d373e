import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Tooltip, type TooltipState } from './tooltip.tsx';

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon;
  name: string;
  keys?: string;
  size?: 'default' | 'small';
  tooltip?: TooltipState;
};

/** An icon alone: it has a name and a tooltip, and a target of 40 px on touch. */
export const IconButton = ({ icon, name, keys, size = 'default', tooltip, className, ...rest }: Props) => (
  <Tooltip text={name} keys={keys} {...tooltip}>
    <button
      type="button"
      aria-label={name}
      {...rest}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-control text-text2 transition-colors hover:bg-hover hover:text-text',
        'aria-pressed:bg-accentbg aria-pressed:text-accent pointer-coarse:size-10',
        size === 'default' ? 'size-7' : 'size-5.5',
        className,
      )}
    >
      <Icon of={icon} />
    </button>
  </Tooltip>
);
