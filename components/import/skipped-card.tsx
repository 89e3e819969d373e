import { Card } from '@/components/ui/card.tsx';
import { countSkipped } from '@/lib/domain/import.ts';
import { issueWords } from '@/lib/print/issue-words.ts';
import { printCount } from '@/lib/print/number.ts';
import { countFormats, countIssues, type ImportRow } from './import-row.ts';

const Counts = ({ counts }: { counts: readonly (readonly [words: string, count: number])[] }) => (
  <dl className="flex flex-col gap-1 text-table">
    {counts.map(([words, count]) => (
      <div key={words} className="flex justify-between gap-4">
        <dt className="text-text2">{words}</dt>
        <dd className="font-medium">{printCount(count)}</dd>
      </div>
    ))}
  </dl>
);

/** Files that an import skipped, and what to review in those that it read, by reason. */
export const SkippedCard = ({ rows }: { rows: readonly ImportRow[] }) => {
  const skipped = countSkipped(rows.map(({ status, result }) => ({ status, grew: result?.grew ?? false, issues: result?.issues ?? [] })));
  const issues = countIssues(rows);
  const files = skipped.reduce((sum, reason) => sum + reason.files, 0);
  return (
    <Card title="Skipped" count={files > 0 ? printCount(files) : null} aside="files">
      {skipped.length === 0 ? (
        <p className="text-table text-text3">{rows.some(({ result }) => result) ? 'No files skipped.' : 'Nothing read yet.'}</p>
      ) : (
        <Counts counts={skipped.map(({ code, files: count }) => [code === null ? 'No reason reported' : issueWords[code], count])} />
      )}
      {issues.length === 0 ? null : (
        <>
          <h3 className="mt-3 mb-1 text-table font-semibold">To review in imported files</h3>
          <Counts counts={issues.map(([code, count]) => [issueWords[code], count])} />
        </>
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
