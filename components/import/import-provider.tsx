'use client';
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useBeforeUnload } from '@/components/hooks/use-before-unload.ts';
import { callEndpoint, toEndpointUrl } from '@/lib/client/call-endpoint.ts';
import { retryBusy } from '@/lib/client/retry-busy.ts';
import { sendFile } from '@/lib/client/send-file.ts';
import { sendFiles } from '@/lib/client/send-files.ts';
import { makeUploadRun, type UploadRun } from '@/lib/client/upload-run.ts';
import type { UploadState } from '@/lib/client/upload-state.ts';

const unsentAtOnce = 1_000;
const UploadContext = createContext<UploadRun | null>(null);

const makeRun = () =>
  makeUploadRun(
    {
      create: (label) => retryBusy(() => callEndpoint('POST /api/imports', { query: { label } })),
      send: (to, about) => retryBusy(() => sendFile(to, about), about.signal),
      sendTogether: (id, files, signal) => retryBusy(() => sendFiles(id, files, signal), signal),
      // Results are requested where they are shown.
      finish: (id) => retryBusy(() => callEndpoint('POST /api/imports/[id]/finish', { params: { id }, query: { results: 'none' } })),
      cancel: async (id, unsent) => {
        for (let from = 0; from < unsent.length; from += unsentAtOnce) {
          const files = unsent.slice(from, from + unsentAtOnce).map(({ path, bytes }) => ({ path, bytes }));
          await retryBusy(() => callEndpoint('POST /api/imports/[id]/unsent', { params: { id }, body: { files } }));
        }
        return (await retryBusy(() => callEndpoint('DELETE /api/imports/[id]', { params: { id } }))).results;
      },
    },
    { now: () => performance.now() },
  );

const Guard = () => {
  const [{ status, importId }] = useUpload();
  useBeforeUnload(status === 'running' || status === 'canceling', () => {
    if (importId === null) return;
    // Outlives the page, so that the import does not stay open for ever.
    void fetch(toEndpointUrl('DELETE /api/imports/[id]', { params: { id: importId } }), { method: 'DELETE', keepalive: true });
  });
  return null;
};

/** Holds the import of this page above all pages, so that going elsewhere does not end it. */
export const ImportProvider = ({ children }: { children: ReactNode }) => {
  const [run] = useState(makeRun);
  return (
    <UploadContext value={run}>
      <Guard />
      {children}
    </UploadContext>
  );
};

/** The state of this page's import, and functions to add to it or end it. */
export const useUpload = (): [state: UploadState, run: UploadRun] => {
  const run = useContext(UploadContext);
  if (!run) throw new Error('useUpload needs an ImportProvider above it.');
  return [useSyncExternalStore(run.subscribe, run.getState, run.getState), run];
};
