'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { isBeingCanceled } from '@/lib/client/upload-state.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { printFileCounts } from '@/lib/print/file-counts.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { Check } from 'lucide-react';
import { useUpload } from './import-provider.tsx';

export const ImportMark = ({ past: { status, files, skipped, skippedLines } }: { past: ImportSummary }) => {
  if (status === 'open') return <OutcomeMark outcome="running" named />;
  if (status === 'cancelled') return <OutcomeMark outcome="interrupted" named />;
  if (skipped > 0 && skipped === files) return <OutcomeMark outcome="error" />;
  return skippedLines > 0 ? <SeverityMark severity="medium" /> : <Icon of={Check} size={12} className="text-text2" />;
};

const Facts = ({ past }: { past: ImportSummary }) => {
  const [upload] = useUpload();
  if (isBeingCanceled(upload, past)) return 'Canceling…';
  return (
    <>
      {printCounted(past.files, 'file')}: {printFileCounts(past, past.skippedReasons) || 'none read yet'}
      {past.skippedLines > 0 ? <span className="text-med"> · {printCounted(past.skippedLines, 'line')} skipped</span> : null}
    </>
  );
};

const skeletons = Array.from({ length: 4 }, (_, at) => (
  <li key={at} className="flex h-12 flex-col justify-center gap-3 border-b border-line px-3">
    <Skeleton className="h-2 w-2/5" />
    <Skeleton className="h-2 w-3/5" />
  </li>
));

/** Imports of the past, newest first; each opens its results. */
export const PastImports = ({ shownId }: { shownId: string | null }) => {
  const { data, error, isPending, refetch } = useQuery(importQueries.list());
  const late = useDelayed(isPending);
  const nowMs = useNow();
  return (
    <Card
      title="Past imports"
      count={data ? printCount(data.total) : null}
      className="min-h-[160px] flex-1 shrink-0"
      bodyClassName="overflow-y-auto"
    >
      {error && !data ? <ErrorLine title="Past imports could not be loaded" error={error} retry={() => void refetch()} /> : null}
      {data?.items.length === 0 ? <p className="p-3 text-table text-text3">Nothing imported yet.</p> : null}
      <ul aria-busy={isPending}>
        {late ? skeletons : null}
        {data?.items.map((past) => (
          <li key={past.id}>
            <Link
              href={`/import?import=${past.id}`}
              aria-current={past.id === shownId ? 'true' : undefined}
              className="row-focus grid grid-cols-[12px_1fr] gap-x-2 border-b border-line px-3 py-1.5 hover:bg-hover aria-[current]:row-selected"
            >
              <span className="flex items-center">
                <ImportMark past={past} />
              </span>
              <span className="flex min-w-0 justify-between gap-3 text-table">
                <span className="truncate font-mono text-fact leading-4.5">{past.label}</span>
                <time className="shrink-0 text-text3" title={printIso(past.startedAtMs)}>
                  {nowMs === null ? '' : printDayClock(past.startedAtMs, nowMs)}
                </time>
              </span>
              <span className="col-start-2 text-fact text-text2">
                <Facts past={past} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
