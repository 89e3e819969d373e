'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFindings } from '@/components/findings/use-findings.ts';
import { useReport } from '@/components/hooks/use-report.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
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
  const selected = useSelectedRecord(sessionId, isPlaying ? { ...position, call: sampled } : position, changedAt);
  const [followed, setFollowed] = useState({ hasFindings: findings.known, restored });
  const [visibleTurns, setVisibleTurns] = useState('');

  const { call, seq, recordId } = resolveSelection(position, selected.record);
  const find = useFind(sessionId, position.find, call, seq);
  const view = useTimelineRows(sessionId, { overview: strip.overview.data, findings, position, hit: find.marks.hit });
  const { rows } = view;
  const rowAt = useMemo(
    () => (call === null ? (seq === null ? -1 : findRowOfSeq(rows, seq)) : findRowOfCall(rows, call)),
    [call, rows, seq],
  );
  const row = rows[rowAt];
  const playhead = call ?? findPlayhead(rows, rowAt);
  useReport(recordId, (id) => id !== null && move({ recordId: id }));

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
  const selectedSeq = seq ?? row?.seq ?? -1;
  const place = useMemo(
    () => ({ position, call, seq: selectedSeq, playhead, row, rowAt, turn, jump }),
    [position, call, selectedSeq, playhead, row, rowAt, turn, jump],
  );
  return { place, navigation, strip, turns, view, find, findings, selected, replay, onTurns: setVisibleTurns };
};

export type Timeline = ReturnType<typeof useTimeline>;
/** Where one is in a session. `playhead`: the call selected, or the last one before the selection. `turn`: the one that is read. */
export type Place = Timeline['place'];
