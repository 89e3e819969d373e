import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';

/** Cancels imports that the server runs by itself, by their ids. It answers once the file that is being read was let go. */
export const useCancelImport = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => Promise.all(ids.map((id) => callEndpoint('DELETE /api/imports/[id]', { params: { id } }))),
    onSettled: () => Promise.all([keyOf.imports(), keyOf.watched()].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
};
