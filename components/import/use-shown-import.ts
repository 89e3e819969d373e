'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { smallFileBytes } from '@/lib/client/take-load.ts';
import type { UploadFile, UploadState } from '@/lib/client/upload-state.ts';

/** A small upload's response has its result; for a large one, the server reports progress. */
const isReadSlowly = ({ state, bytes }: UploadFile): boolean => state === 'reading' && bytes > smallFileBytes;

/** The import whose results are shown: the one in the address, else the one of this page, else the newest of all. */
export const useShownImport = (upload: UploadState) => {
  const [asked, setAsked] = useQueryState('import', parseAsString.withOptions({ history: 'push' }));
  const past = useQuery(importQueries.list());
  const isOwn = upload.status !== 'idle' && (asked === null || asked === upload.importId);
  const id = asked ?? (isOwn ? upload.importId : (past.data?.items[0]?.id ?? null));
  const follows = !isOwn || upload.status !== 'running' || upload.files.some(isReadSlowly);
  const detail = useQuery({ ...importQueries.get(id ?? ''), enabled: id !== null && follows });
  return {
    id,
    isOwn,
    /** Nothing was ever imported here. */
    isNone: id === null && !isOwn && past.data?.total === 0,
    detail: id === null ? undefined : detail.data,
    error: detail.error,
    retry: () => void detail.refetch(),
    showOwn: () => void setAsked(null),
  };
};
