'use client';
import Link from 'next/link';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import { printCount } from '@/lib/print/number.ts';
import { useUpload } from './import-provider.tsx';
import { computeUploadProgress } from './upload-progress.ts';

/** The import that runs, in the top bar of every page. */
export const ImportIndicator = () => {
  const [state] = useUpload();
  if (state.status !== 'running') return null;
  const { files, filesDone, bytes, bytesDone } = computeUploadProgress(state, state.startedAtMs);
  return (
    <Link href="/import" className="flex items-center gap-2 rounded-control text-table whitespace-nowrap text-text2">
      <OutcomeMark outcome={state.pausedAtMs === null ? 'running' : 'interrupted'} />
      <span className="hidden bar:inline">{state.pausedAtMs === null ? 'Importing' : 'Paused'}</span>
      <ProgressBar name="Import" share={bytes === 0 ? 0 : bytesDone / bytes} className="hidden h-1.5 w-20 bar:block" />
      {printCount(filesDone)} of {printCount(files)}
    </Link>
  );
};
