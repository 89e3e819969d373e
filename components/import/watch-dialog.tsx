'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { LiveDot } from '@/components/marks/live-dot.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { FolderPreview } from '@/components/import/folder-preview.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { contracts } from '@/lib/contracts/index.ts';
import { printCounted } from '@/lib/print/number.ts';

const FolderRow = ({ path, about, mark, children }: { path: string; about: ReactNode; mark: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
    <span className="flex w-3 justify-center">{mark}</span>
    <span className="min-w-0 flex-1">
      <span className="block truncate font-mono text-fact" title={path}>
        {path}
      </span>
      <span className="block text-fact text-text3">{about}</span>
    </span>
    {children}
  </li>
);

/** Folders that the server follows: list, add, remove, and those that were found on this machine. */
export const WatchDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const client = useQueryClient();
  const [path, setPath] = useState('');
  const { data, error } = useQuery(importQueries.watched());
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf.watched() });
  const follow = useMutation({
    mutationFn: (folder: string) => callEndpoint(contracts.imports.putWatched, { body: { path: folder, confirmed: true } }),
    onSuccess,
  });
  const preview = useMutation({
    mutationFn: (folder: string) => callEndpoint(contracts.imports.previewWatched, { query: { path: folder } }),
  });
  const stop = useMutation({
    mutationFn: (folder: string) => callEndpoint(contracts.imports.deleteWatched, { query: { path: folder } }),
    onSuccess,
  });
  const failure = error ?? preview.error ?? follow.error ?? stop.error;
  const watched = data?.watched ?? [];
  const found = (data?.found ?? []).filter((folder) => !watched.some((known) => known.path === folder.path));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Watch folders"
      description="Imports existing files, and new records as agents write them."
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== '') preview.mutate(path.trim());
        }}
      >
        <input
          aria-label="Folder path"
          placeholder="/home/you/.claude/projects"
          value={path}
          onChange={(event) => {
            setPath(event.target.value);
            preview.reset();
          }}
          className="h-7 min-w-0 flex-1 rounded-control border border-line2 bg-panel px-2 font-mono text-fact placeholder:text-text3"
        />
        <Button type="submit" look="primary" refused={path.trim() === '' ? 'Enter the path of a folder on this machine' : null}>
          Preview
        </Button>
      </form>
      {preview.data ? (
        <FolderPreview
          preview={preview.data}
          pending={follow.isPending}
          onCancel={preview.reset}
          onWatch={() =>
            follow.mutate(preview.data.path, {
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
      <h3 className="mt-4 text-table font-semibold">Watched</h3>
      {watched.length === 0 ? <p className="text-table text-text3">No watched folders.</p> : null}
      <ul>
        {watched.map(({ path: folder, problem, fromCommandLine }) => (
          <FolderRow
            key={folder}
            path={folder}
            mark={problem === null ? <LiveDot /> : <SeverityMark severity="medium" named />}
            about={problem ?? (fromCommandLine ? 'live, from the command line' : 'live')}
          >
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
        {found.map(({ path: folder, label, files }) => (
          <FolderRow key={folder} path={folder} mark={null} about={`${label}, ${printCounted(files, 'file')}`}>
            <Button size="small" onClick={() => follow.mutate(folder)}>
              Watch
            </Button>
          </FolderRow>
        ))}
      </ul>
    </Dialog>
  );
};
