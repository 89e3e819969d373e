'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '@/components/hooks/use-now.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { LiveDot } from '@/components/marks/live-dot.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { FolderForm } from '@/components/import/folder-form.tsx';
import { FolderPreview } from '@/components/import/folder-preview.tsx';
import { FolderRow } from '@/components/import/folder-row.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { printFound } from '@/lib/print/found.ts';
import { FollowedFacts } from './followed-facts.tsx';
import { RunButton } from './run-button.tsx';
import { useFollow } from './use-follow.ts';

/** The running import of a folder, or else its newest. */
const findRun = (past: readonly ImportSummary[], folder: string): ImportSummary | undefined => {
  const runs = past.filter(({ origin, label }) => origin === 'watch' && label === folder);
  return runs.find(({ status }) => status === 'open') ?? runs[0];
};

/** Folders that the server follows: list, add, remove, and those that were found on this machine. */
export const WatchDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const client = useQueryClient();
  const nowMs = useNow();
  const [path, setPath] = useState('');
  const { data, error } = useQuery(importQueries.watched());
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf.watched() });
  const follow = useFollow();
  const preview = useMutation({
    mutationFn: (folder: string) => callEndpoint('GET /api/watched/preview', { query: { path: folder } }),
  });
  const stop = useMutation({
    mutationFn: (folder: string) => callEndpoint('DELETE /api/watched', { query: { path: folder } }),
    onSuccess,
  });
  const showPreview = (folder: string) => {
    setPath(folder);
    follow.reset();
    preview.mutate(folder);
  };
  const failure = error ?? preview.error ?? follow.error ?? stop.error;
  const watched = data?.watched ?? [];
  const past = useQuery({ ...importQueries.list(), enabled: open }).data?.items ?? [];
  const found = (useQuery({ ...importQueries.found(), enabled: open }).data?.found ?? []).filter(
    (folder) => !watched.some((known) => known.path === folder.path),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Follow folders"
      description="Imports the files in them, and new records as agents write them."
      grows
    >
      <FolderForm
        path={path}
        onPath={(next) => {
          setPath(next);
          preview.reset();
        }}
        onPreview={showPreview}
        counting={preview.isPending}
        hasPreview={preview.data !== undefined}
      />
      {preview.data ? (
        <FolderPreview
          preview={preview.data}
          pending={follow.isPending}
          onCancel={preview.reset}
          onWatch={() =>
            // Confirmed is only what the preview warned about, so that the server refuses a link that leads elsewhere by now.
            follow.mutate([{ path: preview.data.path, confirmed: preview.data.warning !== null }], {
              onSuccess: () => {
                setPath('');
                preview.reset();
              },
            })
          }
        />
      ) : null}
      {failure ? (
        <p role="alert" className="mt-2 text-table text-high">
          {failure.message}
        </p>
      ) : null}
      <h3 className="mt-4 text-table font-semibold">Followed</h3>
      {watched.length === 0 ? <p className="text-table text-text3">No followed folders.</p> : null}
      <ul>
        {watched.map(({ path: folder, problem, fromCommandLine }) => (
          <FolderRow
            key={folder}
            path={folder}
            mark={problem === null ? <LiveDot /> : <SeverityMark severity="medium" named />}
            about={
              problem ?? <FollowedFacts past={findRun(past, folder)} fromCommandLine={fromCommandLine} onOpen={() => onOpenChange(false)} />
            }
          >
            {problem === null ? <RunButton past={findRun(past, folder)} /> : null}
            <Button
              size="small"
              refused={fromCommandLine ? 'Set with --watch; restart without it to stop' : null}
              onClick={() => stop.mutate(folder)}
            >
              Stop
            </Button>
          </FolderRow>
        ))}
      </ul>
      {found.length > 0 ? <h3 className="mt-4 text-table font-semibold">Found on this machine</h3> : null}
      <ul>
        {found.map(({ path: folder, ...about }) => (
          <FolderRow key={folder} path={folder} about={printFound([about], nowMs)}>
            <Button size="small" onClick={() => showPreview(folder)}>
              Preview
            </Button>
          </FolderRow>
        ))}
      </ul>
    </Dialog>
  );
};
