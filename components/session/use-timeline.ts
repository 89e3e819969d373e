'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { computeZoomTo } from './turn-range.ts';
import { computeHitKeys, findNextHit, type Hit } from './find-hits.ts';
import type { Jump } from './jump.ts';
import type { InspectorTab, Sheet, TranscriptFilter } from './position.ts';
import { clampZoom, type CallRange } from './strip-layout.ts';
import type { TimelineActions } from './timeline-context.ts';
import { findRowOfCall, findRowOfSeq, findRowOfTurn } from './find-rows.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { useFind } from './use-find.ts';
import { useFindings } from '@/components/findings/use-findings.ts';
import { useReplay } from './use-replay.ts';
import { useReport } from '@/components/hooks/use-report.ts';
import { useSampled } from './use-sampled.ts';
import { useSelectedRecord } from './use-selected-record.ts';
import { useStripData } from './use-strip-data.ts';
import { useTimelinePosition } from './use-timeline-position.ts';
import { useTimelineRows } from './use-timeline-rows.ts';

/** While a session is played, its record is read this often. */
const sampleMs = 400;

type Wish = { to: 'selection' | 'end' | number; align: Jump['align'] };
type How = { align?: Jump['align']; how?: 'replace' | 'push' };

/**
 * The state of a session's page: one position that the strip, the outline, the transcript, the inspector and the URL share.
 * `changedAt` is when the session's facts were last read; the selected record follows it.
 */
export const useTimeline = (sessionId: string, changedAt: number, { cwd }: Pick<SessionDetail, 'cwd'>) => {
  const { position, ready, restored, move } = useTimelinePosition();
  const strip = useStripData(sessionId, position.zoom);
  const turns = useQuery(sessionQueries.turns(sessionId));
  const findings = useFindings(sessionId);
  const [running, setRunning] = useState(false);
  const playing = running && position.replay;
  const sampled = useSampled(position.call, playing ? sampleMs : 0);
  const selected = useSelectedRecord(sessionId, playing ? { ...position, call: sampled } : position, changedAt);
  const [jump, setJump] = useState<Jump | null>(null);
  const [wish, setWish] = useState<Wish | null>({ to: 'selection', align: 'center' });
  const [wishedAt, setWishedAt] = useState(1);
  const [knewFindings, setKnewFindings] = useState(findings.known);
  const [visibleTurns, setVisibleTurns] = useState('');

  const { record } = selected;
  const known =
    record !== null &&
    (position.recordId === null ? position.call === null && record.seq === position.seq : record.id === position.recordId);
  const call = position.call ?? (known ? (record.toolCall?.callIndex ?? null) : null);
  const seq = position.seq ?? (known ? record.seq : null);
  const find = useFind(sessionId, position.find, call, seq);
  const view = useTimelineRows(sessionId, { overview: strip.overview.data, findings, position, hit: find.marks.hit, move });
  const { rows, toggle } = view;
  const rowAt = useMemo(
    () => (call === null ? (seq === null ? -1 : findRowOfSeq(rows, seq)) : findRowOfCall(rows, call)),
    [call, rows, seq],
  );
  const row = rows[rowAt];
  const playhead =
    call ?? (rowAt < 0 ? null : (rows.slice(Math.max(0, rowAt - 500), rowAt + 1).findLast((one) => one.call > 0)?.lastCall ?? null));
  useReport(
    known && position.call === null && position.recordId === null ? record.id : null,
    (id) => id !== null && move({ recordId: id }),
  );

  // Findings take calls out of folds: what was selected is led to once more.
  if (findings.known && !knewFindings) {
    setKnewFindings(true);
    setWish({ to: 'selection', align: 'center' });
  }
  // Back and forward lead to what was selected then.
  if (restored > wishedAt) {
    setWishedAt(restored);
    setWish({ to: 'selection', align: 'auto' });
  }
  if (wish && ready && rows.length > 0) {
    const index = wish.to === 'selection' ? rowAt : wish.to === 'end' ? rows.length - 1 : findRowOfTurn(rows, wish.to);
    const nothing = wish.to === 'selection' && position.call === null && position.seq === null && position.recordId === null;
    if (index >= 0) setJump({ index, align: wish.align });
    if (index >= 0 || nothing || wish.to !== 'selection') setWish(null);
  }

  const goTo = useCallback(
    (target: { call: number | null; seq: number | null }, { align = 'center', how }: How = {}) => {
      move({ ...target, recordId: null }, how);
      setWish({ to: 'selection', align });
    },
    [move],
  );
  /** Shows a call, whatever the filter hid; `finding`: as the beginning of that one. */
  const showCall = useCallback(
    (to: number, how: 'replace' | 'push', finding: string | null = null) => {
      move({ show: 'all', call: to, seq: null, recordId: null, finding }, how);
      setWish({ to: 'selection', align: 'center' });
    },
    [move],
  );
  const stepToFinding = useCallback(({ key, from }: FindingMark) => showCall(from, 'replace', key), [showCall]);
  const stepToCall = useCallback((to: number) => showCall(to, 'replace'), [showCall]);
  const jumpToCall = useCallback((to: number) => showCall(to, 'push'), [showCall]);
  const jumpToTurn = useCallback(
    (turn: number, startSeq: number | null, how: 'replace' | 'push') => {
      move({ show: 'all', ...(startSeq === null ? {} : { call: null, seq: startSeq, recordId: null }) }, how);
      setWish({ to: turn, align: 'start' });
    },
    [move],
  );
  const forget = useCallback(() => move({ call: null, seq: null, recordId: null, sheet: null }, 'push'), [move]);
  const goToEnd = useCallback(() => setWish({ to: 'end', align: 'end' }), []);
  const at = { call, seq: seq ?? row?.seq ?? -1 };
  /** Shows a record, whatever the filter hid; `opens`: or a row holds. */
  const showRecord = (to: Hit, { opens = false } = {}) => {
    const keys = opens ? computeHitKeys(view.closed, to) : [];
    move((before) => ({
      show: 'all',
      call: to.call,
      seq: to.call === null ? to.seq : null,
      recordId: null,
      open: keys.length === 0 ? before.open : new Map([...before.open, ...keys.map((key) => [key, true] as const)]),
    }));
    setWish({ to: 'selection', align: 'center' });
  };
  const goToHit = (direction: 1 | -1) => {
    const hit = findNextHit(find.hits, at, direction);
    if (hit) showRecord(hit);
  };
  const actions = useMemo<TimelineActions>(
    () => ({ cwd, select: ({ call: to, seq: at }) => move({ call: to, seq: at, recordId: null }), toggle, jumpToCall }),
    [cwd, jumpToCall, move, toggle],
  );
  const replay = useReplay({
    open: position.replay,
    running,
    setRunning,
    playhead,
    totalCalls: strip.overview.data?.totalCalls ?? null,
    onOpen: (open) => move({ replay: open }),
    onCall: stepToCall,
  });
  const setTab = useCallback((tab: InspectorTab) => move({ tab }), [move]);
  const setZoom = useCallback((zoom: CallRange | null) => move({ zoom }), [move]);
  const setFilter = useCallback((show: TranscriptFilter) => move({ show }, 'push'), [move]);
  const { sheet: shownSheet } = position;
  const setSheet = useCallback(
    (sheet: Sheet) => {
      if (sheet !== shownSheet) move({ sheet }, sheet === null ? 'replace' : 'push');
    },
    [move, shownSheet],
  );
  const zoomToSelection = () => {
    const { data } = strip.overview;
    if (data && playhead !== null) setZoom(clampZoom(computeZoomTo(data, playhead, position.zoom), data.totalCalls));
  };
  const [top, bottom] = visibleTurns.split(' ').map((text) => (text === '' ? null : Number(text)));
  const inView =
    row && top !== null && top !== undefined && bottom !== null && bottom !== undefined && row.turn >= top && row.turn <= bottom;
  const currentTurn = inView ? row.turn : (top ?? null);
  return {
    position,
    strip,
    turns,
    view,
    find,
    selected,
    jump,
    row,
    rowAt,
    playhead,
    findings,
    replay,
    setTab,
    /** Leaves what was selected. */
    forget,
    at,
    currentTurn,
    actions,
    goTo,
    goToEnd,
    goToHit,
    showRecord,
    stepToCall,
    stepToFinding,
    jumpToCall,
    jumpToTurn,
    move,
    setZoom,
    setFilter,
    setSheet,
    zoomToSelection,
    onTurns: setVisibleTurns,
  };
};

export type Timeline = ReturnType<typeof useTimeline>;
