import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import type { ExportPreview as Preview } from '@/lib/domain/export.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCount } from '@/lib/print/number.ts';
import { printReplaced } from '@/lib/print/replaced.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const Places = ({ places, totalPlaces }: Preview) => (
  <ul tabIndex={0} aria-label="Redacted places" className="row-focus max-h-48 overflow-y-auto rounded-code border border-line text-table">
    {places.map(({ where, rules, excerpt }, at) => (
      <li key={at} className="border-b border-line px-2.5 py-1.5 last:border-0">
        <span className="flex justify-between gap-3">
          <span className="min-w-0 truncate font-medium">{toVisibleText(where)}</span>
          <span className="shrink-0 text-text3">{rules.join(', ')}</span>
        </span>
        <span className="line-clamp-2 font-mono text-fact break-all text-text2">{toVisibleText(excerpt)}</span>
      </li>
    ))}
    {totalPlaces > places.length ? (
      <li className="px-2.5 py-1.5 text-text3">and {printCount(totalPlaces - places.length)} more places</li>
    ) : null}
  </ul>
);

/** Redactions in the file, by rule and by place. */
export const ExportPreview = ({ preview: { data, error, refetch } }: { preview: UseQueryResult<Preview> }) => {
  if (error) return <ErrorLine title="What would be redacted is not known" error={error} retry={() => void refetch()} className="p-0" />;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="min-h-5 text-read">
        {data ? `${printReplaced(data.replaced)} ` : 'Looking for secrets…'}
        {data ? <span className="text-text3">{printBytes(data.bytes)}</span> : null}
      </p>
      {data && data.totalPlaces > 0 ? <Places {...data} /> : null}
    </div>
  );
};
