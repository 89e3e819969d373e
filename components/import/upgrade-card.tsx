'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const withdrawnHref = '/observations?view=single&status=stale&severity=all&cleared=true';

/** Progress of decoding stored files again after an update; hidden if none is pending. */
export const UpgradeCard = () => {
  const upgrade = useQuery(importQueries.upgrade()).data?.upgrade;
  if (!upgrade) return null;
  const { finishedAtMs, total, done, kept, noLongerFound, reasons } = upgrade;
  return (
    <section aria-label="Archive upgrade" className="rounded-card border border-line bg-panel px-3 py-2 text-table">
      <p role="status">
        {finishedAtMs === null
          ? `Upgrading the archive: ${printCount(done + kept)} of ${printCounted(total, 'file')}`
          : `Archive upgraded: ${printCounted(done, 'file')} decoded again`}
        {kept > 0 ? `, ${printCount(kept)} unchanged` : null}
      </p>
      {noLongerFound > 0 ? (
        <p className="text-fact text-text2">
          <Link href={withdrawnHref} prefetch={false} className="row-focus underline">
            {printCounted(noLongerFound, 'observation')}
          </Link>{' '}
          no longer found by the new rules. Their history is kept.
        </p>
      ) : null}
      {finishedAtMs === null ? <progress className="h-1 w-full" value={done + kept} max={total} aria-label="Archive upgrade" /> : null}
      {reasons.length > 0 ? (
        <details className="text-fact text-text2">
          <summary>Why files are unchanged</summary>
          <ul>
            {reasons.map((reason) => (
              <li key={reason} className="break-words">
                {toVisibleText(reason)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
};
