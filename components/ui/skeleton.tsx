import { cx } from './cx.ts';

/** A still bar in place of text that is on its way. Decoration: the pane says "Loading" once, by itself. */
export const Skeleton = ({ className = 'h-2 w-full' }: { className?: string }) => (
  <span aria-hidden className={cx('block rounded-chip bg-line', className)} />
);
