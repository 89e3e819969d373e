'use client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { findNextFinding } from '@/components/findings/finding-marks.ts';
import { findError, type ErrorSource } from './find-error.ts';
import { inspectorTabs, type InspectorTab } from './position.ts';
import { clampZoom } from './strip-layout.ts';
import { computeZoomTo } from './turn-range.ts';
import type { ViewRow } from './view-rows.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import type { TimelineFocus } from './use-timeline-focus.ts';
import type { Timeline } from './use-timeline.ts';

type Input = Pick<Timeline, 'place' | 'navigation' | 'strip' | 'turns' | 'view' | 'findings' | 'replay'> &
  Pick<TimelineFocus, 'onFocus' | 'onInspect' | 'onEscape'> & {
    onCopyLink: () => void;
    onSession: (direction: 'previous' | 'next') => void;
    /** Says why a key did nothing. */
    say: (text: string) => void;
    /** Changes how many searches for errors run: a key may be pressed again before the first one ends. */
    setSeeking: (change: (count: number) => number) => void;
  };

const fresh = { gcTime: 0, staleTime: 0 };

const makeErrorSource = (client: QueryClient): ErrorSource => ({
  nearest: async (id, from, direction) => {
    const query = { from, outcome: 'error', direction: direction === 1 ? 'next' : 'previous', limit: 1 } as const;
    const { toolCalls } = await client.query({ ...sessionQueries.toolCalls(id, query), ...fresh });
    return toolCalls[0]?.callIndex ?? null;
  },
  lanes: async (id) => (await client.query({ ...sessionQueries.overview(id, { ticks: 1 }), ...fresh })).lanes,
});

const arrows: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether a row is rendered expanded: its kind and outcome decide until the user does. Null: it cannot expand. */
const isExpanded = (key: string): boolean | null => {
  const line = document.querySelector(`[data-row="${CSS.escape(key)}"] [data-row-focus][aria-expanded]`);
  return line && line.getAttribute('aria-expanded') === 'true';
};

/** For the selection, the head of an expanded run is its first child, and the end of a subagent is no row. */
const isPassed = (row: ViewRow | undefined): boolean => row !== undefined && (row.kind === 'A' || (row.opened && row.members !== null));

/**
 * The keys of a session's page; returns the handler for keys pressed on a row. Errors are requested from the server, so that they are
 * found beyond what is loaded.
 */
export const useTimelineKeys = (sessionId: string, input: Input) => {
  const { place, navigation, strip, turns, view, findings, replay, onCopyLink, onSession, say, setSeeking, onFocus, onInspect, onEscape } =
    input;
  const client = useQueryClient();
  const { row, rowAt, playhead, turn, position } = place;
  const goToRow = (target: ViewRow | undefined) => {
    if (!target) return;
    navigation.goTo({ call: target.call > 0 ? target.call : null, seq: target.seq, agent: target.agent }, 'auto');
  };
  const step = (by: 1 | -1) => {
    let to = (rowAt < 0 ? (place.jump?.index ?? 0) - by : rowAt) + by;
    while (isPassed(view.rows[to])) to += by;
    goToRow(view.rows[to] ?? row);
    onFocus('row');
  };
  const stepTurn = (by: 1 | -1) => {
    const list = turns.data?.turns ?? [];
    const at = list.findIndex(({ turnIdx }) => turnIdx === turn);
    const next = list[Math.max(0, at + by)];
    if (next) {
      navigation.jumpToTurn(next.turnIdx, next.startSeq, 'replace');
      onFocus('row');
    } else say('No more turns');
  };
  const stepError = async (direction: 1 | -1) => {
    const from = { agent: position.agent, call: place.lastCall ?? 0 };
    setSeeking((count) => count + 1);
    const found = await findError(makeErrorSource(client), sessionId, from, direction).finally(() => setSeeking((count) => count - 1));
    if (found) {
      navigation.stepToCall(found.call, found.agent);
      onFocus('row');
    } else say(direction === 1 ? 'No more errors' : 'No earlier errors');
  };
  const sayError = (error: Error) => say(`Errors could not be searched. ${error.message}`);
  const stepFinding = (direction: 1 | -1) => {
    const here = { key: position.finding, call: playhead ?? (direction === 1 ? 0 : Infinity) };
    const mark = findNextFinding(findings.marks, here, direction);
    if (mark) {
      navigation.stepToFinding(mark);
      onFocus('row');
    } else say(direction === 1 ? 'No more findings' : 'No earlier findings');
  };
  const toggle = () => {
    if (!row) return;
    navigation.toggle(row.key, !(isExpanded(row.key) ?? view.openRows.get(row.key) ?? false));
  };
  const showTab = (tab: InspectorTab) => {
    navigation.move({ tab });
    onInspect();
  };
  const zoomToSelection = () => {
    const { data } = strip.overview;
    if (playhead === null) say('Select a call to zoom to it');
    else if (data) navigation.move({ zoom: clampZoom(computeZoomTo(data, playhead, position.zoom), data.totalCalls) });
  };
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    ']': () => stepTurn(1),
    '[': () => stepTurn(-1),
    e: () => void stepError(1).catch(sayError),
    E: () => void stepError(-1).catch(sayError),
    f: () => stepFinding(1),
    F: () => stepFinding(-1),
    p: replay.toggle,
    z: zoomToSelection,
    '0': () => navigation.move({ zoom: null }),
    ...Object.fromEntries(inspectorTabs.map((tab, at) => [String(at + 1), () => showTab(tab)])),
    v: () => navigation.move({ table: !position.table }),
    '/': () => {
      navigation.move({ find: position.find ?? '' });
      onFocus('find');
    },
    m: () => navigation.move({ raw: !position.raw }),
    h: () => navigation.move({ quiet: !position.quiet }),
    o: toggle,
    c: onCopyLink,
    n: () => onSession('next'),
    N: () => onSession('previous'),
    Enter: () => {
      if (row) onInspect();
    },
    Escape: onEscape,
  });
  return useStable((event: KeyboardEvent) => {
    const by = arrows[event.key];
    const { target } = event;
    if (!(target instanceof Element) || !target.hasAttribute('data-row-focus') || (by === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (by !== undefined) return step(by);
    const key = target.closest('[data-row]')?.getAttribute('data-row');
    if (key !== row?.key) goToRow(view.rows.find((one) => one.key === key));
    onInspect();
  });
};
