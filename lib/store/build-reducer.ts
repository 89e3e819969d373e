import * as z from 'zod';
import type { CallFacts } from '../session/call-facts.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from './make-batch.ts';
import type { AppendBatch, SessionRow } from './rows.ts';
import type { AssessmentRow, ReducerOutcome, ReducerWindow } from './observer-store.ts';

/** The state of a reducer for tests: ids of all calls it was given, and how many failed. */
const state = z.object({ given: z.array(z.string()), failed: z.number() });

/** An observer for tests: it warns at each failed call, and counts. */
export const countFailures = ({ checkpoint: head, about, calls }: ReducerWindow): ReducerOutcome => {
  const before = head ? state.parse(head.state) : { given: [], failed: 0 };
  const assessments: AssessmentRow[] = [];
  let { failed } = before;
  for (const call of calls) {
    if (call.outcome !== 'error') continue;
    failed += 1;
    assessments.push(makeAssessmentRow(about.sessionId, call, `${failed} failed`));
  }
  const next = { given: [...before.given, ...calls.map(({ id }) => id)], failed };
  return { state: next, assessments, detections: [], findings: failed, worst: failed > 0 ? 'warning' : null };
};

const makeAssessmentRow = (sessionId: string, call: CallFacts, summary: string): AssessmentRow => ({
  sessionId,
  observer: 'failures',
  observerName: 'Failures',
  version: 1,
  configKey: 'failures-1',
  callId: call.id,
  callIndex: call.callIndex,
  answerId: null,
  atMs: call.endedAtMs,
  severity: 'warning',
  summary,
  findings: [
    {
      category: 'Failure',
      title: 'A failed call',
      description: summary,
      evidence: call.resultHead,
      severity: 'warning',
      subject: call.callKey,
      standing: 'new',
      calls: [call.callIndex],
      callCount: 1,
      records: [call.id],
      waste: null,
    },
  ],
  ended: [],
  suggestions: [],
  telling: 'new',
});

/** Parses the stored state of `countFailures`. */
export const parseReducerState = (stored: unknown): z.output<typeof state> => state.parse(stored);

type Call = { id: string; callIndex: number; failed?: boolean; open?: boolean };

/** Calls of a session of one turn, each with its result unless it is open; record ids are the call's id and `ID=`. */
export const makeCalls = (sessionId: string, calls: readonly Call[], over: Partial<SessionRow> = {}): AppendBatch => {
  const seqOf = ({ callIndex }: Call): number => callIndex * 2;
  const ended = calls.filter(({ open }) => !open);
  return makeBatch({
    sessions: [makeSessionRow({ id: sessionId, ...over })],
    records: [
      ...calls.map((call) => makeRecordRow({ sessionId, id: call.id, seq: seqOf(call), turnIdx: 0, kind: 'tool_call' })),
      ...ended.map((call) =>
        makeRecordRow({
          sessionId,
          id: `${call.id}=`,
          seq: seqOf(call) + 1,
          turnIdx: 0,
          kind: 'tool_result',
          text: `result of ${call.id}`,
        }),
      ),
    ],
    calls: calls.map((call) => makeToolCallRow({ sessionId, id: call.id, seq: seqOf(call), callIndex: call.callIndex, turnIdx: 0 })),
    results: ended.map((call) => makeResult(sessionId, call)),
  });
};

/** The result of a call that was stored open. */
export const makeLateResult = (sessionId: string, call: Call): AppendBatch =>
  makeBatch({
    sessions: [makeSessionRow({ id: sessionId })],
    records: [makeRecordRow({ sessionId, id: `${call.id}=`, seq: 100_000 + call.callIndex, turnIdx: 0, kind: 'tool_result' })],
    results: [makeResult(sessionId, call)],
  });

const makeResult = (sessionId: string, { id, failed = false }: Call) =>
  makeToolResultRow({ sessionId, recordId: `${id}=`, callId: id, outcome: failed ? 'error' : 'ok' });
