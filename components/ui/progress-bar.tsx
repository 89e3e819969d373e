import { cx } from './cx.ts';

/** How much is done, 0 to 1. */
export const ProgressBar = ({ name, share, className = 'h-2 w-full' }: { name: string; share: number; className?: string }) => (
  <div
    role="progressbar"
    aria-label={name}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    className={cx('overflow-hidden rounded-chip border border-line bg-sunken', className)}
  >
    <div className="h-full bg-accent" style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
  </div>
);
