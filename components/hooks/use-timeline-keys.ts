'use client';
import { useQueryClient } from '@tanstack/react-query';
import { isOpenAtFirst } from '@/components/session/call-visibility.ts';
import { sessionQueries } from '@/lib/client/queries.ts';
import { useCopied } from './use-copied.ts';
import { useHotkeys } from './use-hotkeys.ts';
import type { Timeline } from './use-timeline.ts';

/** The keys of a session's page. Errors are asked of the server, so that they are found beyond what is loaded. */
export const useTimelineKeys = (sessionId: string, timeline: Timeline, linkOf: () => string, onEscape: () => void): void => {
  const client = useQueryClient();
  const [, copy] = useCopied();
  const { view, row, rowAt, playhead, currentTurn, turns } = timeline;
  const step = (by: 1 | -1) => {
    const start = rowAt < 0 ? (timeline.jump?.index ?? 0) - by : rowAt;
    const next = view.rows[Math.max(0, Math.min(view.rows.length - 1, start + by))];
    if (next) timeline.goTo({ call: next.call > 0 ? next.call : null, seq: next.kind === 'C' && next.count > 1 ? null : next.seq }, 'auto');
  };
  const stepTurn = (by: 1 | -1) => {
    const list = turns.data?.turns ?? [];
    const at = list.findIndex((turn) => turn.turnIdx === currentTurn);
    const next = list[Math.max(0, at + by)];
    if (!next) return;
    timeline.move({ call: null, seq: next.startSeq, recordId: null });
    timeline.jumpToTurn(next.turnIdx);
  };
  const stepError = async (direction: 'next' | 'previous') => {
    const from = direction === 'next' ? (playhead ?? 0) + 1 : Math.max(0, (playhead ?? 1) - 1);
    if (direction === 'previous' && from === 0) return;
    const found = await client.query({
      ...sessionQueries.toolCalls(sessionId, { from, outcome: 'error', direction, limit: 1 }),
      gcTime: 0,
      staleTime: 0,
    });
    const [call] = found.toolCalls;
    if (call) timeline.jumpToCall(call.callIndex);
  };
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    ']': () => stepTurn(1),
    '[': () => stepTurn(-1),
    e: () => void stepError('next').catch(() => undefined),
    E: () => void stepError('previous').catch(() => undefined),
    z: timeline.zoomToSelection,
    '0': () => timeline.setZoom(null),
    o: () => {
      if (!row) return;
      const open =
        row.kind === 'F' || row.kind === 'E'
          ? row.opened
          : (view.openRows.get(row.key) ?? (row.kind === 'C' && isOpenAtFirst(timeline.selected.record?.toolCall)));
      timeline.actions.toggle(row.key, !open);
    },
    c: () => copy(linkOf()),
    Escape: onEscape,
  });
};
