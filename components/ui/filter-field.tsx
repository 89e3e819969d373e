import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  name: string;
  value: string;
  onChange: (value: string) => void;
  keys?: string;
};

/** A filter field. While empty, it shows the key that focuses it. */
export const FilterField = ({ name, value, onChange, keys, className, ...rest }: Props) => (
  <span className={cx('relative inline-flex h-7 items-center pointer-coarse:h-8', className)}>
    <Icon of={Search} className="pointer-events-none absolute left-2 text-text3" />
    <input
      type="text"
      aria-label={name}
      placeholder={name}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
      className="size-full rounded-control border border-line2 bg-panel pr-7 pl-7 text-table text-text placeholder:text-text3"
    />
    <span className="absolute right-1.5 flex has-[kbd]:pointer-events-none">
      {value !== '' ? (
        <button
          type="button"
          aria-label={`Clear ${name.toLowerCase()}`}
          className="rounded-chip p-0.5 text-text3 hover:text-text"
          onClick={() => onChange('')}
        >
          <Icon of={X} size={12} />
        </button>
      ) : keys === undefined ? null : (
        <span className="pointer-coarse:hidden">
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </span>
  </span>
);
