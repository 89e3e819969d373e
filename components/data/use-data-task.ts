import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { dataQueries } from '@/lib/client/queries/data-queries.ts';
import { contracts } from '@/lib/contracts/index.ts';

const { data } = contracts;

/** The backup or compaction that runs or ran last, and what starts another. */
export const useDataTask = () => {
  const client = useQueryClient();
  const { data: task = null, error } = useQuery(dataQueries.task());
  const start = useMutation({
    mutationFn: (file: string | null) => (file === null ? callEndpoint(data.compact) : callEndpoint(data.backup, { body: { file } })),
    onSuccess: (started) => client.setQueryData(dataQueries.task().queryKey, started),
    // Another page may have started one.
    onError: () => client.invalidateQueries(dataQueries.task()),
  });
  const isRunning = task?.status === 'running' || start.isPending;
  const endedOf = task && task.status !== 'running' ? task.startedAtMs : null;
  useEffect(() => {
    if (endedOf !== null) void client.invalidateQueries(dataQueries.archive());
  }, [client, endedOf]);
  return { task, isRunning, error: start.error ?? error, backUp: (file: string) => start.mutate(file), compact: () => start.mutate(null) };
};
