'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import Link from 'next/link';
import { useReport } from '@/components/hooks/use-report.ts';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import { isBeingCanceled, type UploadState } from '@/lib/client/upload-state.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { printFileCounts } from '@/lib/print/file-counts.ts';
import { printCount } from '@/lib/print/number.ts';
import { useUpload } from './import-provider.tsx';
import { ImportMark } from './past-imports.tsx';
import { computeUploadProgress } from './upload-progress.ts';

const look = 'flex items-center gap-2 rounded-control text-table whitespace-nowrap text-text2';

/** The session that this page's import gave: null unless it gave one alone, with or without subagents, and read all of its files. */
const findOnlySession = ({ importId, files }: UploadState, { id, skipped, notRead, skippedLines }: ImportSummary): string | null => {
  if (id !== importId || skipped + notRead + skippedLines > 0) return null;
  const sessions = files.flatMap(({ result }) => result?.sessions ?? []).filter(({ relation }) => relation !== 'subagent');
  const [only = null, ...others] = new Set(sessions.map((session) => session.id));
  return others.length === 0 ? only : null;
};

/** The import that runs, in the top bar of every page, and then its result until it is opened or dismissed. */
export const ImportIndicator = ({ pathname }: { pathname: string }) => {
  const [upload] = useUpload();
  const { data } = useQuery(importQueries.list({ limit: 3 }));
  const client = useQueryClient();
  const { data: seenId = null } = useQuery(importQueries.noticed());
  const isUploading = upload.status === 'running' || upload.status === 'canceling';
  // Files that a followed folder adds one by one are done at once.
  const open = isUploading ? null : data?.items.find(({ status, files, filesDone }) => status === 'open' && filesDone < files);
  const runningId = isUploading ? upload.importId : (open?.id ?? null);
  useReport(runningId, (id) => {
    if (id !== null) client.setQueryData(importQueries.noticed().queryKey, id);
  });
  const dismiss = () => client.setQueryData(importQueries.noticed().queryKey, null);
  if (upload.status === 'canceling' || (open && isBeingCanceled(upload, open))) {
    return (
      <Link href="/import" className={look}>
        <OutcomeMark outcome="running" />
        Canceling…
      </Link>
    );
  }
  if (isUploading || open) {
    const { files, filesDone, bytes, bytesDone } = open
      ? { ...open, bytesDone: open.bytesRead }
      : computeUploadProgress(upload, upload.startedAtMs);
    const isPaused = isUploading && upload.pausedAtMs !== null;
    return (
      <Link href={open ? `/import?import=${open.id}` : '/import'} className={look}>
        <OutcomeMark outcome={isPaused ? 'interrupted' : 'running'} />
        <span className="max-wide:sr-only">{isPaused ? 'Paused' : 'Importing'}</span>
        <ProgressBar name="Import" share={bytes === 0 ? 0 : bytesDone / bytes} className="hidden h-1.5 w-20 bar:block" />
        <span className="max-lg:sr-only">
          {printCount(filesDone)} of {printCount(files)}
        </span>
      </Link>
    );
  }
  const done = data?.items.find(({ id, status }) => id === seenId && status !== 'open');
  if (!done || pathname === '/import') return null;
  const { skippedReasons } = done;
  const sessionId = findOnlySession(upload, done);
  return (
    <span className="flex min-w-0 items-center gap-1 lg:max-w-60 lg:shrink-0" role="status" aria-label="Import finished">
      <Link
        href={sessionId === null ? `/import?import=${done.id}` : `/sessions/${sessionId}`}
        onClick={dismiss}
        className={`${look} min-w-0`}
        title={done.label}
      >
        <ImportMark past={done} />
        <span className="truncate">{printFileCounts(done, skippedReasons.length === 1 ? skippedReasons : [])}</span>
        {sessionId === null ? null : <span className="shrink-0 text-accent max-lg:sr-only">Open session</span>}
      </Link>
      <IconButton icon={X} name="Dismiss import" size="small" onClick={dismiss} className="max-sm:hidden" />
    </span>
  );
};
