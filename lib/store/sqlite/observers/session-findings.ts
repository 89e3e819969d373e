import type { Database } from 'better-sqlite3';
import { assessmentSeverity } from '../../../domain/assessment.ts';
import type { AssessmentRow, FindingCount } from '../../observer-store.ts';

export type SessionFindings = ReturnType<typeof makeSessionFindings>;

const severities = assessmentSeverity.options;
const severityOf = `CASE f.value ->> 'severity' ${severities.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ')} END`;

/** Which findings each session has, by the assessments of it that stand. Follows them row by row, so that counting reads no bodies. */
export const makeSessionFindings = (db: Database) => {
  const put = db.prepare<[{ sessionId: string; observer: string; category: string; subject: string; severity: number }]>(
    `INSERT INTO session_findings (session_id, observer, category, subject, severity)
    VALUES (@sessionId, @observer, @category, @subject, @severity)
    ON CONFLICT (session_id, observer, category, subject) DO UPDATE SET severity = excluded.severity WHERE excluded.severity > severity`,
  );
  const drop = db.prepare<[string]>('DELETE FROM session_findings WHERE session_id = ?');
  const fill = db.prepare<[string]>(
    `INSERT INTO session_findings (session_id, observer, category, subject, severity)
    SELECT a.session_id, a.observer, f.value ->> 'category', f.value ->> 'subject', max(${severityOf})
    FROM assessments a INDEXED BY assessments_call, json_each(a.body, '$.findings') f
    WHERE a.session_id = ? AND a.superseded = 0 GROUP BY 1, 2, 3, 4`,
  );
  const count = db.prepare<[], Omit<FindingCount, 'severity'> & { place: number }>(
    `SELECT observer, category, severity AS place, count(DISTINCT session_id) AS sessions, count(*) AS findings
    FROM session_findings INDEXED BY session_findings_found GROUP BY observer, category, severity
    ORDER BY observer, sessions DESC, category, severity`,
  );
  return {
    /** Those of an assessment that stands. */
    add: ({ sessionId, observer, findings }: AssessmentRow): void => {
      for (const { category, subject, severity } of findings) {
        put.run({ sessionId, observer, category, subject, severity: severities.indexOf(severity) });
      }
    },
    /** After assessments of a session no longer stand. */
    rebuild: (sessionId: string): void => {
      drop.run(sessionId);
      fill.run(sessionId);
    },
    count: (): FindingCount[] => count.all().map(({ place, ...row }) => ({ ...row, severity: severities[place] ?? 'info' })),
  };
};
