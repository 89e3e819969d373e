import { cx } from './cx.ts';

/** A static bar in place of text that is loading. Decorative: the pane announces "Loading" once. */
export const Skeleton = ({ className = 'h-2 w-full' }: { className?: string }) => (
  <span aria-hidden className={cx('block rounded-chip bg-line', className)} />
);
