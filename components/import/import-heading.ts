import type { UploadState } from '@/lib/client/upload-state.ts';
import type { ImportDetail } from '@/lib/domain/import.ts';
import type { ImportHeading } from './progress-card.tsx';
import { computeUploadProgress } from './upload-progress.ts';

const uploadTitle: Record<UploadState['status'], string> = {
  idle: '',
  running: 'Importing',
  finished: 'Imported',
  canceling: 'Canceling…',
  cancelled: 'Canceled:',
  failed: 'Stopped:',
};
const pastTitle: Record<ImportDetail['status'], string> = { open: 'Importing', done: 'Imported', cancelled: 'Canceled:' };

/** The heading of an import by this page. */
export const toUploadHeading = (state: UploadState, nowMs: number): ImportHeading => {
  const running = state.status === 'running';
  const paused = state.pausedAtMs !== null;
  const progress = computeUploadProgress(state, nowMs);
  return {
    ...progress,
    ...(running && !paused ? {} : { bytesPerSecond: null, leftMs: null }),
    title: `${paused ? 'Paused:' : uploadTitle[state.status]} ${state.label}`,
    running,
    isCanceling: state.status === 'canceling',
    paused,
    problem: state.problem,
  };
};

/** The heading of a past import, or of one that the server started. */
export const toPastHeading = ({ status, label, files, filesDone, bytes, bytesRead }: ImportDetail): ImportHeading => ({
  title: `${pastTitle[status]} ${label}`,
  files,
  filesDone,
  bytes,
  bytesDone: bytesRead,
  bytesPerSecond: null,
  leftMs: null,
  running: status === 'open',
  isCanceling: false,
  paused: false,
  problem: null,
});
