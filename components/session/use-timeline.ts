'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFindings } from '@/components/findings/use-findings.ts';
import { useReport } from '@/components/hooks/use-report.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { findSessionOf } from './agent-path.ts';
import { findRowOfCall, findRowOfSeq } from './find-rows.ts';
import { findPlayhead, findTurnInView, resolveSelection } from './resolve-place.ts';
import { useFind } from './use-find.ts';
import { useNavigation } from './use-navigation.ts';
import { useReplay } from './use-replay.ts';
import { useSampled } from './use-sampled.ts';
import { useSelectedRecord } from './use-selected-record.ts';
import { useStripData } from './use-strip-data.ts';
import { useTimelinePosition } from './use-timeline-position.ts';
import { useTimelineRows } from './use-timeline-rows.ts';
import type { ViewRow } from './view-rows.ts';

const noRows: readonly ViewRow[] = [];
/** While a session is replayed, its record is read this often. */
const sampleMs = 400;

/**
 * The state of a session's page by concern: `place` and `navigation` (one position that the strip, the outline, the transcript, the
 * inspector and the URL share), and what is read for it. `changedAt` is when the session's facts were last read; the selected record
 * follows it.
 */
export const useTimeline = (sessionId: string, changedAt: number) => {
  const { position, restored, move } = useTimelinePosition();
  const { navigation, jump, requestSelection, resolve } = useNavigation(move);
  const strip = useStripData(sessionId, position.zoom);
  const turns = useQuery(sessionQueries.turns(sessionId));
  const findings = useFindings(sessionId);
  const [running, setRunning] = useState(false);
  const isPlaying = running && position.replay;
  const sampled = useSampled(position.call, isPlaying ? sampleMs : 0);
  const { agent } = position;
  const readId = findSessionOf(agent, sessionId);
  const selected = useSelectedRecord(readId, isPlaying ? { ...position, call: sampled } : position, changedAt);
  const [followed, setFollowed] = useState({ hasFindings: findings.known, restored });
  const [visibleTurns, setVisibleTurns] = useState('');

  const { call, seq, recordId } = resolveSelection(position, selected.record, readId);
  const find = useFind(sessionId, position, { agent, call, seq: seq ?? -1 });
  const view = useTimelineRows(sessionId, {
    overview: strip.overview.data,
    findings,
    position,
    hit: find.marks.hit,
    seq: call === null ? seq : null,
  });
  const { rows, lists, lane } = view;
  const list = lists.get(agent) ?? noRows;
  const listAt = useMemo(
    () => (call === null ? (seq === null ? -1 : findRowOfSeq(list, seq)) : findRowOfCall(list, call)),
    [call, list, seq],
  );
  const row = list[listAt];
  const rowAt = useMemo(() => (row ? rows.indexOf(row) : -1), [row, rows]);
  const lastCall = call ?? findPlayhead(list, listAt);
  const playhead = agent === null ? lastCall : (lane?.call ?? null);
  useReport(recordId, (id) => id !== null && move({ recordId: id, agent }));

  // Rows that were opened to show a record of a subagent stay open.
  const opening = view.agentKeys.filter((key) => position.open.get(key) !== true).join('.');
  useReport(opening, (keys) => {
    if (keys !== '') move(({ open }) => ({ open: new Map([...open, ...keys.split('.').map((key) => [key, true] as const)]) }));
  });

  // Findings take calls out of collapsed runs, and back and forward change the selection: both scroll to what is selected.
  if (followed.restored !== restored || followed.hasFindings !== findings.known) {
    setFollowed({ hasFindings: findings.known, restored });
    requestSelection(followed.restored === restored ? 'center' : 'auto');
  }
  resolve(rows, rowAt, position);

  const replay = useReplay({
    open: position.replay,
    running,
    setRunning,
    playhead,
    totalCalls: strip.overview.data?.totalCalls ?? null,
    onOpen: (open) => move({ replay: open }),
    onCall: navigation.stepToCall,
  });
  const turn = findTurnInView(visibleTurns, row);
  const selection = useMemo(() => ({ agent, call, seq: seq ?? row?.seq ?? -1 }), [agent, call, row, seq]);
  // In a subagent one is at the call of the session that started it.
  const at = useMemo(() => {
    if (selection.agent === null) return { call: selection.call, seq: selection.seq };
    const own = lists.get(null) ?? noRows;
    return { call: playhead, seq: own[findRowOfCall(own, playhead ?? 0)]?.seq ?? -1 };
  }, [lists, playhead, selection]);
  const place = useMemo(
    () => ({ position, ...at, selection, playhead, lastCall, lane, row, rowAt, turn, jump }),
    [position, at, selection, playhead, lastCall, lane, row, rowAt, turn, jump],
  );
  return { place, navigation, strip, turns, view, find, findings, selected, replay, onTurns: setVisibleTurns };
};

export type Timeline = ReturnType<typeof useTimeline>;
/** Where one is in a session: `selection`, and the place of that in the session itself. `playhead`: the call selected, or the last one before the selection; `lastCall` is that of its subagent if one is in it. `turn`: the one that is read. */
export type Place = Timeline['place'];
