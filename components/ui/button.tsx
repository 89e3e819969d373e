import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

const looks = {
  default: 'border-line2 bg-panel text-text hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accentbg aria-pressed:text-accent',
  primary: 'border-accent bg-accent text-onaccent hover:opacity-90',
  danger: 'border-high bg-high text-onaccent hover:opacity-90',
  quiet: 'border-transparent text-text2 hover:bg-hover hover:text-text',
};
const sizes = { default: 'h-7 px-2.5', small: 'h-6 px-2', head: 'h-5.5 px-2' };

export type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  /** Why the action is not possible now. The button stays visible, dashed, and says why. */
  refused?: string | null;
};

export const buttonClass = (look: keyof typeof looks = 'default', size: keyof typeof sizes = 'default') =>
  cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border text-table font-medium whitespace-nowrap transition-colors',
    'pointer-coarse:min-h-8',
    looks[look],
    sizes[size],
  );

/** A control of 28 px (24 small, 22 in heads). A verb as its label. */
export const Button = ({ look, size, refused, className, onClick, ...rest }: ButtonProps) => {
  if (!refused) return <button type="button" className={cx(buttonClass(look, size), className)} onClick={onClick} {...rest} />;
  return (
    <Tooltip text={refused}>
      <button
        type="button"
        {...rest}
        aria-disabled
        className={cx(buttonClass('default', size), 'border-dashed text-text3 hover:bg-panel', className)}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
};
