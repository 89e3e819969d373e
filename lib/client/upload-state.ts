import type { FileResult, ImportSummary } from '../domain/import.ts';
import type { PickedFile } from './dropped-files.ts';

/** One file of an upload. Never changed: what becomes of a file is a new one. */
export type UploadFile = {
  readonly path: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'cancelled';
  readonly sentBytes: number;
  readonly result: FileResult | null;
  /** Why it failed, when the server gave no result. */
  readonly problem: string | null;
};

export type UploadState = {
  importId: string | null;
  label: string;
  /** `canceling`: files on their way come to their end first. */
  status: 'idle' | 'running' | 'finished' | 'canceling' | 'cancelled' | 'failed';
  /** Since when a running import is held; the files that are on their way come to their end. */
  pausedAtMs: number | null;
  files: readonly UploadFile[];
  /** When it began, moved by as long as it was held. */
  startedAtMs: number;
  problem: string | null;
};

export const idleUpload: UploadState = {
  importId: null,
  label: '',
  status: 'idle',
  pausedAtMs: null,
  files: [],
  startedAtMs: 0,
  problem: null,
};

/** Whether a listed import is one that this page cancels: its counts are not final until the list says that it ended. */
export const isBeingCanceled = ({ importId, status }: UploadState, listed: Pick<ImportSummary, 'id' | 'status'>): boolean =>
  listed.id === importId && listed.status === 'open' && (status === 'canceling' || status === 'cancelled');

/** Label of an import: the folder or file it began with, and how many more. */
export const printUploadLabel = (files: readonly PickedFile[]): string => {
  const tops = [...new Set(files.map(({ path }) => path.split('/')[0] ?? path))];
  return tops.length > 1 ? `${tops[0] ?? ''} and ${tops.length - 1} more` : (tops[0] ?? '');
};
