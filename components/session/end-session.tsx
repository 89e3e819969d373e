'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop, Undo2 } from 'lucide-react';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printAgo } from '@/lib/print/duration.ts';
import { isMarkedEnded } from '@/lib/session/live.ts';

/** Marks a session that goes on as ended, and takes that back. Nothing for a session that is over by itself. */
export const EndSession = ({ session }: { session: SessionDetail }) => {
  const { id, live, silent, markedEndedAtMs } = session;
  const client = useQueryClient();
  const nowMs = useNow();
  const isEnded = isMarkedEnded(session);
  const change = useMutation({
    mutationFn: () =>
      isEnded
        ? callEndpoint('DELETE /api/sessions/[id]/ended', { params: { id } })
        : callEndpoint('PUT /api/sessions/[id]/ended', { params: { id } }),
    onSuccess: () => Promise.all([keyOf.sessions(), keyOf.session(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  if (!isEnded && !live && !silent) return null;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {change.error ? (
        <span role="alert" className="text-fact text-high">
          {isEnded ? 'Not taken back.' : 'Not marked.'} {change.error.message}
        </span>
      ) : isEnded && markedEndedAtMs !== null && nowMs !== null ? (
        <span className="text-fact text-text2">Marked as ended {printAgo(Math.max(0, nowMs - markedEndedAtMs))}</span>
      ) : null}
      <Button onClick={() => change.mutate()} refused={change.isPending ? 'Saving…' : null}>
        <Icon of={isEnded ? Undo2 : CircleStop} /> {isEnded ? 'Undo' : 'Mark as ended'}
      </Button>
    </span>
  );
};
