'use client';
import { useMemo, useState } from 'react';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import type { Hit } from './find-hits.ts';
import { findRowOfTurn } from './find-rows.ts';
import type { Jump } from './jump.ts';
import type { Position, Sheet } from './position.ts';
import type { Move } from './use-timeline-position.ts';
import type { ViewRow } from './view-rows.ts';

type JumpRequest = { to: 'selection' | 'end' | number; align: Jump['align'] };
type How = 'replace' | 'push';

const toSelection = (align: Jump['align']): JumpRequest => ({ to: 'selection', align });

/** Navigation within a session; the functions are stable. `jump` is where the transcript scrolls next. */
export const useNavigation = (move: Move) => {
  const [request, setRequest] = useState<JumpRequest | null>(() => toSelection('center'));
  const [jump, setJump] = useState<Jump | null>(null);
  const navigation = useMemo(() => {
    /** Shows a call, whatever the filter hid, of a subagent or the session itself; `finding`: as the beginning of that one. */
    const showCall = (call: number, how: How, about: { agent?: string | null; finding?: string } = {}) => {
      move({ show: 'all', call, seq: null, recordId: null, agent: null, finding: null, ...about }, how);
      setRequest(toSelection('center'));
    };
    return {
      move,
      goTo: (target: { call: number | null; seq: number | null; agent: string | null }, align: Jump['align']) => {
        move({ ...target, recordId: null });
        setRequest(toSelection(align));
      },
      goToEnd: () => setRequest({ to: 'end', align: 'end' }),
      stepToCall: (call: number, agent: string | null = null) => showCall(call, 'replace', { agent }),
      stepToFinding: ({ key, from }: FindingMark) => showCall(from, 'replace', { finding: key }),
      jumpToCall: (call: number, agent: string | null = null) => showCall(call, 'push', { agent }),
      jumpToTurn: (turn: number, startSeq: number | null, how: How) => {
        move({ show: 'all', ...(startSeq === null ? {} : { call: null, seq: startSeq, recordId: null }) }, how);
        setRequest({ to: turn, align: 'start' });
      },
      /** Shows a record even if the filter hides it; `opening`: rows to expand for it. */
      showRecord: ({ call, seq, agent }: Hit, opening: readonly string[] = []) => {
        move(({ open }) => ({
          show: 'all',
          call,
          seq: call === null ? seq : null,
          recordId: null,
          agent,
          open: opening.length === 0 ? open : new Map([...open, ...opening.map((key) => [key, true] as const)]),
        }));
        setRequest(toSelection('center'));
      },
      /** Shows a record of the session itself by its id, also one whose place is not known yet. */
      goToRecord: (recordId: string) => {
        move({ show: 'all', call: null, seq: null, recordId, agent: null }, 'push');
        setRequest(toSelection('center'));
      },
      /** Expands or collapses a row. */
      toggle: (key: string, isOpen: boolean) =>
        move(({ open }) => {
          const next = new Map(open);
          next.delete(key);
          return { open: next.set(key, isOpen) };
        }),
      setSheet: (sheet: Sheet) => move({ sheet }, sheet === null ? 'replace' : 'push'),
      /** Selects nothing. */
      clearSelection: () => move({ call: null, seq: null, recordId: null, sheet: null }, 'push'),
    };
  }, [move]);
  return {
    navigation,
    jump,
    requestSelection: (align: Jump['align']) => setRequest(toSelection(align)),
    /** Turns a request into a jump as soon as its row is known. */
    resolve: (rows: readonly ViewRow[], rowAt: number, { call, seq, recordId }: Position) => {
      if (!request || rows.length === 0) return;
      const index = request.to === 'selection' ? rowAt : request.to === 'end' ? rows.length - 1 : findRowOfTurn(rows, request.to);
      const isNothingSelected = request.to === 'selection' && call === null && seq === null && recordId === null;
      if (index >= 0) setJump({ index, align: request.align });
      if (index >= 0 || isNothingSelected || request.to !== 'selection') setRequest(null);
    },
  };
};

export type Navigation = ReturnType<typeof useNavigation>['navigation'];
