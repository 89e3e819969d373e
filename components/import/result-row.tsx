import { ChevronDown, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { memo } from 'react';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import type { FileResult } from '@/lib/domain/import.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCount } from '@/lib/print/number.ts';
import { printPercent } from '@/lib/print/percent.ts';
import { unknown } from '@/lib/print/unknown.ts';
import type { ImportRow } from './import-row.ts';
import { ResultName } from './result-name.tsx';
import { keyOfRow } from './result-items.ts';
import { findReason, printResult } from './result-words.ts';
import { StatusMark } from './status-mark.tsx';

/** Columns of the list: mark, file, format, size, result, sessions, records, calls, errors, skipped. */
export const resultGrid =
  'grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 xl:grid-cols-[16px_minmax(0,1fr)_132px_62px_minmax(110px,150px)_60px_60px_48px_48px_60px] min-[1400px]:grid-cols-[16px_minmax(0,1fr)_140px_62px_176px_60px_60px_48px_48px_60px]';

const Count = ({ value }: { value: number | null }) => <span className="hidden text-right text-table xl:block">{printCount(value)}</span>;

const Counts = ({ result }: { result: FileResult | null }) => (
  <>
    <Count value={result?.sessionCount ?? null} />
    <Count value={result?.records ?? null} />
    <Count value={result?.toolCalls ?? null} />
    <Count value={result?.toolErrors ?? null} />
  </>
);

/** Longest name that fits in one line; a longer one takes two smaller lines, so that names with the same prefix stay distinguishable. */
const shortName = 21;

const FormatName = ({ label, known }: { label: string; known: boolean }) => (
  <span
    className={cx(
      'hidden min-w-0 xl:block',
      known ? 'text-text2' : 'text-text3',
      label.length > shortName ? 'text-fact leading-3.5' : 'truncate text-table',
    )}
  >
    {label}
  </span>
);

type Props = {
  row: ImportRow;
  /** Length of the common folder of all files, which is not repeated. */
  folderLength: number;
  opened: boolean;
  onToggle: (key: string) => void;
};

const Row = ({ row, folderLength, opened, onToggle }: Props) => {
  const { result, status, progress } = row;
  const shown = result !== null && status !== 'refused' && status !== 'failed' ? result : null;
  const [session] = shown?.sessions ?? [];
  // The result already says why a file was not read.
  const lines = result?.issues.filter(({ line }) => line !== null || shown !== null).length ?? 0;
  const skips = (result?.skippedLines ?? 0) > 0;
  const words = printResult(row);
  // Nothing was counted: the words take the room of the counts.
  const countless = status === 'waiting' || status === 'refused' || status === 'failed';
  return (
    <div
      className={cx(
        resultGrid,
        'h-11 content-center border-b border-line hover:bg-hover has-[[data-row]:focus-visible]:bg-hover has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent xl:h-8',
      )}
    >
      <span className="flex justify-center">
        <StatusMark row={row} />
      </span>
      {session ? (
        <Link
          href={`/sessions/${session.id}`}
          prefetch={false}
          data-row={row.path}
          className="min-w-0 rounded-chip focus-visible:outline-none"
        >
          <ResultName row={row} from={folderLength} />
        </Link>
      ) : (
        <span tabIndex={-1} data-row={row.path} className="min-w-0 rounded-chip focus-visible:outline-none">
          <ResultName row={row} from={folderLength} />
        </span>
      )}
      <FormatName label={status === 'waiting' ? '' : (result?.formatLabel ?? unknown)} known={shown !== null} />
      <span className="text-right text-table whitespace-nowrap text-text2">{printBytes(row.bytes)}</span>
      <span
        title={findReason(row) ?? words}
        className={cx(
          'col-start-2 truncate text-table xl:col-start-auto',
          countless && 'xl:col-span-6',
          status === 'partial'
            ? 'font-medium text-med'
            : status === 'failed'
              ? 'font-medium text-high'
              : status === 'refused'
                ? 'font-medium'
                : 'text-text3',
        )}
      >
        {progress === null ? null : <ProgressBar name={row.path} share={progress} className="h-1.5 w-full" />}
        {progress === null ? words : <span className="block text-fact">{`${printPercent(progress)}, ${words}`}</span>}
      </span>
      {countless ? null : <Counts result={shown} />}
      <span className={cx('text-right text-table', countless && 'xl:hidden')}>
        {result !== null && lines > 0 ? (
          <button
            type="button"
            aria-expanded={opened}
            aria-label={`${printCount(lines)} lines or notes to review in ${row.path}`}
            onClick={() => onToggle(keyOfRow(row))}
            className={`row-focus inline-flex items-center gap-1 rounded-chip pointer-coarse:-my-1.5 pointer-coarse:min-h-8 ${skips ? 'font-medium text-med' : 'text-text3'}`}
          >
            <Icon of={opened ? ChevronDown : ChevronRight} size={12} />
            {printCount(skips ? result.skippedLines : lines)}
          </button>
        ) : (
          <span className="hidden text-text3 xl:inline">{shown ? printCount(shown.skippedLines) : unknown}</span>
        )}
      </span>
    </div>
  );
};

/** One file. Its title links to its session; its skipped lines expand below. */
export const ResultRow = memo(Row);
