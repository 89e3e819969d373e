import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { assessments } from '../../../../db/schema.ts';
import { assessment, type Assessment, type AssessmentSeverity } from '../../../domain/assessment.ts';
import type { AssessmentKey, AssessmentRow } from '../../observer-store.ts';
import { parseJson, toJson } from '../json.ts';
import type { SessionFindings } from './session-findings.ts';
import { bindByPosition, columnsOf, insertRow } from '../statements.ts';

export type Assessments = ReturnType<typeof makeAssessments>;

type Key = AssessmentKey & { sessionId: string };
type Stored = Omit<typeof assessments.$inferSelect, 'generation' | 'position' | 'severity'> & { severity: AssessmentSeverity };

const stored = columnsOf(assessments, 'a', ['generation', 'position']);
const sameKey = 'session_id = @sessionId AND call_id = @callId AND observer = @observer AND config_key = @configKey';

/** Assessments by observers. Rows are added and marked; an assessment is never rewritten. */
export const makeAssessments = (db: Database, found: SessionFindings) => {
  const findSame = db.prepare<[Key & { body: string }], { generation: number }>(
    `SELECT generation FROM assessments WHERE ${sameKey} AND body = @body ORDER BY generation DESC LIMIT 1`,
  );
  const lastGeneration = db.prepare<[Key], number>(`SELECT coalesce(max(generation), 0) FROM assessments WHERE ${sameKey}`).pluck();
  const standAgain = db.prepare<[Key & { generation: number; position: number }]>(
    `UPDATE assessments SET superseded = 0, position = @position WHERE ${sameKey} AND generation = @generation`,
  );
  const add = bindByPosition(db, insertRow(assessments));
  const supersede = db.prepare<[string, number]>(
    'UPDATE assessments SET superseded = 1 WHERE session_id = ? AND call_index > ? AND superseded = 0',
  );
  const list = (which: string) =>
    db.prepare<[string], Stored>(
      `SELECT ${stored} FROM assessments a INDEXED BY assessments_call WHERE session_id = ? ${which}
      ORDER BY call_index, position, generation`,
    );
  const newest = (which: string) =>
    db.prepare<[string, number, number, number], Stored>(
      `SELECT ${stored} FROM assessments a INDEXED BY assessments_call
      WHERE session_id = ? AND call_index >= ? AND call_index <= ? ${which}
      ORDER BY call_index DESC, position DESC, generation DESC LIMIT ?`,
    );
  const ofLastCall = db.prepare<[{ sessionId: string; atCall: number }], Stored>(
    `SELECT ${stored} FROM assessments a INDEXED BY assessments_call
    WHERE session_id = @sessionId AND superseded = 0 AND call_index = (
      SELECT call_index FROM assessments INDEXED BY assessments_call
      WHERE session_id = @sessionId AND superseded = 0 AND call_index <= @atCall ORDER BY call_index DESC LIMIT 1
    ) ORDER BY position, generation`,
  );
  // Bodies are read of the few that are answered alone.
  const inForce = db.prepare<[{ sessionId: string; atCall: number }], Stored>(
    `WITH said AS (
      SELECT rowid AS id, observer, row_number() OVER (ORDER BY call_index, position, generation) AS nth
      FROM assessments INDEXED BY assessments_call WHERE session_id = @sessionId AND superseded = 0 AND call_index <= @atCall
    ), bounded AS (
      SELECT id, nth, min(nth) OVER (PARTITION BY observer) AS first, max(nth) OVER (PARTITION BY observer) AS last FROM said
    )
    SELECT ${stored} FROM bounded CROSS JOIN assessments a ON a.rowid = bounded.id
    WHERE nth = last ORDER BY first`,
  );
  const ofObserver = db.prepare<[{ sessionId: string; observer: string; fromCall: number; toCall: number }], Stored>(
    `SELECT ${stored} FROM assessments a INDEXED BY assessments_call
    WHERE session_id = @sessionId AND call_index BETWEEN @fromCall AND @toCall AND superseded = 0 AND observer = @observer
    ORDER BY call_index DESC, position DESC, generation DESC`,
  );
  const atCall = db.prepare<[string, string, string], Stored>(
    `SELECT ${stored} FROM assessments a WHERE session_id = ? AND call_id = ? AND observer = ?`,
  );
  const newestOfAll = newest('');
  const newestStanding = newest('AND superseded = 0');
  const listAll = list('');
  const listStanding = list('AND superseded = 0');
  const setSent = db.prepare<[Key & { sentAtMs: number }]>(
    `UPDATE assessments SET sent_at_ms = @sentAtMs WHERE ${sameKey} AND sent_at_ms IS NULL AND superseded = 0`,
  );

  return {
    /** In their order. One that was said before in the same words stands again; one that says otherwise is a further generation. */
    put: (rows: readonly AssessmentRow[]): void => {
      let callId: string | null = null;
      let position = 0;
      for (const row of rows) {
        position = row.callId === callId ? position + 1 : 0;
        callId = row.callId;
        const key = { sessionId: row.sessionId, callId, observer: row.observer, configKey: row.configKey };
        const body = toBody(row);
        found.add(row);
        const same = findSame.get({ ...key, body });
        if (same) standAgain.run({ ...key, generation: same.generation, position });
        else
          add({
            ...key,
            generation: (lastGeneration.get(key) ?? 0) + 1,
            version: row.version,
            callIndex: row.callIndex,
            position,
            severity: row.severity,
            sentAtMs: null,
            superseded: 0,
            body,
          });
      }
    },
    /** Marks those behind a call as replaced; answers how many stood. */
    supersedeAfter: (sessionId: string, callIndex: number): number => {
      const superseded = supersede.run(sessionId, callIndex).changes;
      if (superseded > 0) found.rebuild(sessionId);
      return superseded;
    },
    list: (sessionId: string, superseded: boolean): Assessment[] => (superseded ? listAll : listStanding).all(sessionId).map(toAssessment),
    /** At most this many, of a range of calls. */
    listNewest: (sessionId: string, superseded: boolean, limit: number, fromCall: number, toCall: number): Assessment[] =>
      (superseded ? newestOfAll : newestStanding).all(sessionId, fromCall, toCall, limit).map(toAssessment).reverse(),
    /** Standing assessments by an observer, newest first, for the calls from one to another. */
    listOf: (sessionId: string, observer: string, fromCall: number, toCall: number): Assessment[] =>
      ofObserver.all({ sessionId, observer, fromCall, toCall }).map(toAssessment),
    /** All that an observer ever said at a call, whatever number the call had then. */
    listAtCall: (sessionId: string, observer: string, callId: string): Assessment[] =>
      atCall.all(sessionId, callId, observer).map(toAssessment),
    /** Whether it stands and was not sent before. */
    putSent: (key: Key, sentAtMs: number): boolean => setSent.run({ ...key, sentAtMs }).changes > 0,
    listOfLastCall: (sessionId: string, atCall: number): Assessment[] => ofLastCall.all({ sessionId, atCall }).map(toAssessment),
    listActive: (sessionId: string, atCall: number): Assessment[] => inForce.all({ sessionId, atCall }).map(toAssessment),
  };
};

/** As on the wire, so that its schema checks it when it is read; what changes stands in columns. */
const toBody = (row: AssessmentRow): string => toJson(z.encode(assessment, { ...row, sentAtMs: null, superseded: false }));

const toAssessment = ({ body, ...row }: Stored): Assessment => ({
  ...(parseJson(assessment, body, null) ?? toUnreadable(row)),
  sentAtMs: row.sentAtMs,
  superseded: row.superseded === 1,
});

/** Placeholder for an assessment that is damaged in the database. */
const toUnreadable = (row: Omit<Stored, 'body'>) => ({
  ...row,
  observerName: row.observer,
  summary: 'This assessment is damaged in the database. Replay the observers to make it again.',
  ...{ answerId: null, atMs: null, telling: null },
  ...{ findings: [], ended: [], suggestions: [] },
});
