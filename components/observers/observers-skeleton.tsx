import { Skeleton } from '@/components/ui/skeleton.tsx';

const rows = Array.from({ length: 3 }, (_, at) => (
  <div key={at} className="flex h-12 flex-col justify-center gap-3 border-b border-line px-3">
    <Skeleton className="h-2 w-2/5" />
    <Skeleton className="h-2 w-3/5" />
  </div>
));

/** Rows and a form of the height that they will have. */
export const ObserversSkeleton = () => (
  <div aria-busy className="flex flex-col lg:min-h-0 lg:flex-1 lg:flex-row">
    <span className="sr-only">Loading</span>
    <div className="border-r border-line bg-panel lg:w-[264px]">{rows}</div>
    <div className="flex-1 p-3">
      <div className="h-[360px] rounded-card border border-line bg-panel p-3">
        <Skeleton className="h-2 w-1/4" />
      </div>
    </div>
  </div>
);
