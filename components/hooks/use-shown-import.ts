'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { importQueries } from '@/lib/client/queries.ts';
import type { UploadState } from '@/lib/client/upload-state.ts';

/** Above this many files the server's picture of an import by this page is not fetched while it runs: each answer brings its own. */
const mostFollowed = 300;

/** The import whose results are shown: the one in the address, else the one of this page, else the newest of all. */
export const useShownImport = (upload: UploadState) => {
  const [asked, setAsked] = useQueryState('import', parseAsString.withOptions({ history: 'push' }));
  const past = useQuery(importQueries.list());
  const isOwn = upload.status !== 'idle' && (asked === null || asked === upload.importId);
  const id = asked ?? (isOwn ? upload.importId : (past.data?.items[0]?.id ?? null));
  const follows = !isOwn || upload.status !== 'running' || upload.files.length <= mostFollowed;
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
