import type { UploadFile, UploadState } from '@/lib/client/upload-state.ts';

export type UploadProgress = {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  bytesPerSecond: number | null;
  leftMs: number | null;
};

/** Sending is half of a file, reading it the other: only what is stored counts in full. */
const computeFileBytes = ({ state, bytes, sentBytes }: UploadFile): number => {
  if (state === 'waiting') return 0;
  return state === 'sending' || state === 'reading' ? sentBytes / 2 : bytes;
};

/** How far an import of this page is; speed and time left over its whole run, null in its first second. */
export const computeUploadProgress = ({ files, startedAtMs }: UploadState, nowMs: number): UploadProgress => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const bytesDone = files.reduce((sum, file) => sum + computeFileBytes(file), 0);
  const filesDone = files.filter(({ state }) => state !== 'waiting' && state !== 'sending' && state !== 'reading').length;
  const elapsedMs = nowMs - startedAtMs;
  const bytesPerSecond = elapsedMs < 1_000 || bytesDone === 0 ? null : (bytesDone / elapsedMs) * 1_000;
  return {
    files: files.length,
    filesDone,
    bytes,
    bytesDone,
    bytesPerSecond,
    leftMs: bytesPerSecond === null ? null : ((bytes - bytesDone) / bytesPerSecond) * 1_000,
  };
};
