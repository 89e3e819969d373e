import Link from 'next/link';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { printFileCounts } from '@/lib/print/file-counts.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';

type Props = { /** Its newest import. */ past: ImportSummary | undefined; fromCommandLine: boolean; onOpen: () => void };

/** Results of following a folder: progress, then the counts, which lead to the results with the reasons. */
export const FollowedFacts = ({ past, fromCommandLine, onOpen }: Props) => {
  const words = fromCommandLine ? 'From the command line.' : null;
  if (past === undefined) return words ?? 'No session files yet.';
  const { id, status, files, filesDone, bytes, bytesRead } = past;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {words}
      {status === 'open' && filesDone < files ? (
        <>
          <ProgressBar name={past.label} share={bytes === 0 ? filesDone / files : bytesRead / bytes} className="h-1.5 w-20" />
          {printCount(filesDone)} of {printCounted(files, 'file')}
        </>
      ) : (
        <Link href={`/import?import=${id}`} onClick={onOpen} className="rounded-chip text-accent hover:underline">
          {printCounted(files, 'file')}: {printFileCounts(past, past.skippedReasons)}
        </Link>
      )}
    </span>
  );
};
