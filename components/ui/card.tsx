import { useId, type ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { cx } from './cx.ts';

type Props = {
  title: string;
  count?: string | null;
  /** Behind the title. */
  mark?: ReactNode;
  aside?: ReactNode;
  /** Buttons at the right end. */
  actions?: ReactNode;
  className?: string | undefined;
  bodyClassName?: string;
  children: ReactNode;
};

/** A titled pane with a 32 px head; the body scrolls if the height is limited. */
export const Card = ({ title, count, mark, aside, actions, className, bodyClassName = 'p-3', children }: Props) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('flex flex-col rounded-card border border-line bg-panel', className)}>
      <header className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3">
        <h2 id={id} className="min-w-0 truncate text-table font-semibold">
          {title}
        </h2>
        {count ? <Chip>{count}</Chip> : null}
        {mark}
        <span className="ml-auto min-w-0 shrink-9999 truncate text-fact text-text3">{aside}</span>
        {actions}
      </header>
      <div className={cx('min-h-0 flex-1', bodyClassName)}>{children}</div>
    </section>
  );
};
