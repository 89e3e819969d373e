'use client';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import type { UploadRun } from '@/lib/client/upload-run.ts';
import type { FileCounts, ImportSummary } from '@/lib/domain/import.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printTimeLeft } from '@/lib/print/duration.ts';
import { printFileCounts } from '@/lib/print/file-counts.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { RunButton } from './run-button.tsx';
import type { ImportTotals } from './import-totals.ts';
import type { UploadProgress } from './upload-progress.ts';

export type ImportHeading = UploadProgress & {
  title: string;
  running: boolean;
  /** The import was canceled, but the results of its files are unknown until all of them have ended. */
  isCanceling: boolean;
  paused: boolean;
  problem: string | null;
};

const Total = ({ value, one, many = `${one}s`, tone = '' }: { value: number; one: string; many?: string; tone?: string }) => (
  <span className="whitespace-nowrap">
    <strong className={`font-semibold ${tone || 'text-text'}`}>{printCount(value)}</strong> {value === 1 ? one : many}
  </span>
);

/** How far an import is and what it gave so far. */
export const ProgressCard = ({
  heading,
  counts,
  totals,
  run,
  past,
}: {
  heading: ImportHeading;
  counts: FileCounts;
  totals: ImportTotals;
  /** The run of this page, if it is that import. */
  run: Pick<UploadRun, 'pause' | 'resume' | 'cancel'> | null;
  /** The stored import, if it is not of this page. */
  past: ImportSummary | undefined;
}) => {
  const { title, files, filesDone, bytes, bytesDone, bytesPerSecond, leftMs, running, isCanceling, paused, problem } = heading;
  useNow(running && !paused ? 500 : 60_000);
  return (
    <section aria-label="Progress" className="shrink-0 rounded-card border border-line bg-panel p-3">
      <div className="flex items-center gap-x-3 max-sm:flex-wrap">
        <h2 title={title} className="min-w-0 truncate text-table font-semibold">
          {title}
        </h2>
        <span className="shrink-0 text-table text-text3">
          {running ? `${printCount(filesDone)} of ${printCounted(files, 'file')}` : printCounted(files, 'file')}
        </span>
        <span className="ml-auto shrink-0 text-table text-text3">
          {running ? `${printBytes(bytesDone)} of ${printBytes(bytes)}` : printBytes(bytes)}
          {bytesPerSecond === null ? '' : `, ${printBytes(bytesPerSecond)}/s`}
          {leftMs === null ? '' : `, ${printTimeLeft(leftMs)} left`}
        </span>
        {running && run ? (
          <span className="flex gap-2">
            <Button size="small" onClick={paused ? run.resume : run.pause}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <Button size="small" onClick={() => void run.cancel()}>
              Cancel
            </Button>
          </span>
        ) : (
          <RunButton past={past} />
        )}
      </div>
      {running ? (
        <ProgressBar name={title} share={bytes === 0 ? filesDone / Math.max(1, files) : bytesDone / bytes} className="mt-2 h-2 w-full" />
      ) : null}
      {problem === null ? null : (
        <p role="alert" className="mt-2 text-table text-high">
          {problem} Everything stored so far is intact. Import the same files again to complete it.
        </p>
      )}
      {isCanceling ? <p className="mt-2 text-table text-text3">Files in progress will finish.</p> : null}
      <p className={cx('mt-2 flex-wrap gap-x-4 text-table text-text3', isCanceling ? 'hidden' : 'flex')}>
        {running ? <span>So far</span> : null}
        <span className="font-medium text-text">{printFileCounts(counts)}</span>
        <Total value={totals.sessions} one="session" />
        {totals.subagents > 0 ? <Total value={totals.subagents} one="subagent" /> : null}
        <Total value={totals.records} one="record" />
        <Total value={totals.calls} one="call" />
        <Total value={totals.errors} one="error" />
        <Total value={totals.skipped} one="line skipped" many="lines skipped" tone={totals.skipped > 0 ? 'text-med' : ''} />
        {running && run ? (
          <span className="lg:ml-auto">
            {paused ? 'Files in progress will finish. ' : 'You can open other pages. '}
            Closing this tab stops the upload.
          </span>
        ) : null}
      </p>
    </section>
  );
};
