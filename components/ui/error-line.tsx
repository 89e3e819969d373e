'use client';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { cx } from './cx.ts';
import { Button } from './button.tsx';

type Props = { title: string; error: Error; retry: () => void; className?: string; minHeightPx?: number };

/** A failure where there is room for a line or two: what failed, why, and to try again. */
export const ErrorLine = ({ title, error, retry, className, minHeightPx }: Props) => (
  <div
    role="alert"
    className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 p-3 text-table', className)}
    style={{ minHeight: minHeightPx }}
  >
    <OutcomeMark outcome="error" />
    <p className="min-w-0 flex-1 basis-40 text-text2">
      <strong className="font-semibold text-text">{title}.</strong> {error.message}
    </p>
    <Button size="small" onClick={retry}>
      Retry
    </Button>
  </div>
);
