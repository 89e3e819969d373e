/** A row that is not loaded: its height (`--row`) and number are known. Drawn without motion, after 150 ms. */
export const RowSkeleton = ({ index = '' }: { index?: string }) => (
  <div className="flex min-h-(--row,22px) items-center pr-3" aria-busy="true">
    <span className="w-(--index) shrink-0 text-right font-mono text-fact text-text3 max-sm:w-(--index)">{index}</span>
    <span className="late ml-10 flex flex-1 items-center justify-between gap-6">
      <span className="h-2 w-2/5 rounded-chip bg-line" />
      <span className="h-2 w-16 rounded-chip bg-line" />
    </span>
  </div>
);
