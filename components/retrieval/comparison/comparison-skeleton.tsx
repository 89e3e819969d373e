import { cx } from '@/components/ui/cx.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';

/** A card on its way. It has its height at once, and bars once it is late. */
export const ComparisonSkeleton = ({ isShown, className }: { isShown: boolean; className: string }) => (
  <div aria-busy className={cx('flex flex-col gap-3 rounded-card border border-line bg-panel p-3', className)}>
    {isShown ? (
      <>
        <Skeleton className="h-2 w-1/3" />
        <Skeleton className="h-2 w-4/5" />
        <Skeleton className="h-2 w-3/5" />
      </>
    ) : null}
    <span className="sr-only">Loading</span>
  </div>
);
