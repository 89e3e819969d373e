import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callEndpoint, toEndpointUrl } from '@/lib/client/call-endpoint.ts';
import { dataQueries } from '@/lib/client/queries/data-queries.ts';
import type { DataTask } from '@/lib/domain/data.ts';

/** The backup or compaction that runs or ran last, and what starts another. A download that this page started is saved once it is ready. */
export const useDataTask = () => {
  const client = useQueryClient();
  const { data: task = null, error } = useQuery(dataQueries.task());
  const awaited = useRef<number | null>(null);
  const start = useMutation({
    mutationFn: ({ kind, file }: Pick<DataTask, 'kind' | 'file'>) =>
      kind === 'backup'
        ? callEndpoint('POST /api/data/backup', { body: { file: file ?? '' } })
        : callEndpoint(kind === 'compact' ? 'POST /api/data/compact' : 'POST /api/data/download'),
    onSuccess: (started) => {
      client.setQueryData(dataQueries.task().queryKey, started);
      if (started.kind === 'download') awaited.current = started.startedAtMs;
    },
    // Another page may have started one.
    onError: () => client.invalidateQueries(dataQueries.task()),
  });
  const isRunning = task?.status === 'running' || start.isPending;
  const endedOf = task && task.status !== 'running' ? task.startedAtMs : null;
  useEffect(() => {
    if (endedOf !== null) void client.invalidateQueries(dataQueries.archive());
  }, [client, endedOf]);
  const isReady = task?.copy === 'ready';
  useEffect(() => {
    if (!isReady || awaited.current !== endedOf) return;
    awaited.current = null;
    window.location.assign(toEndpointUrl('GET /api/data/download', {}));
  }, [isReady, endedOf]);
  return {
    task,
    isRunning,
    error: start.error ?? error,
    backUp: (file: string) => start.mutate({ kind: 'backup', file }),
    download: () => start.mutate({ kind: 'download', file: null }),
    compact: () => start.mutate({ kind: 'compact', file: null }),
  };
};
