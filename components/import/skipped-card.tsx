import { Card } from '@/components/ui/card.tsx';
import { printCount } from '@/lib/print/number.ts';
import { countFormats, countIssues, type ImportRow } from './import-row.ts';
import { issueWords } from './issue-words.ts';

/** What an import did not read as it should, by reason. */
export const SkippedCard = ({ rows }: { rows: readonly ImportRow[] }) => {
  const issues = countIssues(rows);
  const all = issues.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card title="Needs review" count={all > 0 ? printCount(all) : null}>
      {issues.length === 0 ? (
        <p className="text-table text-text3">{rows.some(({ result }) => result) ? 'No lines skipped.' : 'Nothing read yet.'}</p>
      ) : (
        <dl className="flex flex-col gap-1 text-table">
          {issues.map(([code, count]) => (
            <div key={code} className="flex justify-between gap-4">
              <dt className="text-text2">{issueWords[code]}</dt>
              <dd className="font-medium">{printCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
};

type FormatsCardProps = { rows: readonly ImportRow[]; supported: readonly string[] | undefined };

/** Files of an import by format. `supported`: the formats to name because a file has none of them. */
export const FormatsCard = ({ rows, supported }: FormatsCardProps) => {
  const formats = countFormats(rows);
  const most = Math.max(1, ...formats.map(([, files]) => files));
  return (
    <Card title="Formats" aside="files">
      {formats.length === 0 ? (
        <p className="text-table text-text3">No files read yet.</p>
      ) : (
        <dl className="grid grid-cols-[fit-content(75%)_minmax(24px,1fr)_auto] gap-x-2 gap-y-1 text-table">
          {formats.map(([label, files]) => (
            <div key={label ?? ''} className="col-span-full grid grid-cols-subgrid items-center">
              <dt className={label === null ? 'text-text3' : 'text-text2'}>{label ?? 'Not recognized'}</dt>
              <dd aria-hidden className="h-1.5 bg-ok" style={{ width: `${(files / most) * 100}%` }} />
              <dd className="text-right font-medium">{printCount(files)}</dd>
            </div>
          ))}
        </dl>
      )}
      {supported ? <p className="mt-2 text-table text-text3">Supported formats: {supported.join('; ')}.</p> : null}
    </Card>
  );
};
