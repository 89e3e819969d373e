import type { Database } from 'better-sqlite3';
import { displayWindowBytes } from '../../../domain/display-window.ts';
import type { AgentProcess } from '../../../domain/session.ts';
import type { SessionStore } from '../../session-store.ts';
import type { RawLines } from '../raw-lines.ts';
import { makeTextMatches } from '../text-matches.ts';
import type { Transactions } from '../transactions.ts';
import { makeCallSpans } from './call-spans.ts';
import { makeIncomplete } from './incomplete.ts';
import type { Projects } from './projects.ts';
import { makeRecordsWindow } from './records-window.ts';
import { makeRowColumns } from './row-columns.ts';
import type { SessionsList } from './sessions-list.ts';
import { makeToolCalls } from './tool-calls.ts';
import type { Turns } from './turns.ts';

/** Sessions as pages show them. */
export const makeSessionSlice = (
  db: Database,
  { reading, writing }: Transactions,
  { sessions, projects, turns, rawLines }: { sessions: SessionsList; projects: Projects; turns: Turns; rawLines: RawLines },
): SessionStore => {
  const toolCalls = makeToolCalls(db);
  const records = makeRecordsWindow(db, toolCalls, rawLines);
  const callSpans = makeCallSpans(db);
  const isKnownProcess = db.prepare<[AgentProcess & { sessionId: string }], number>(
    'SELECT 1 FROM agent_processes WHERE session_id = @sessionId AND pid = @pid AND started = @started',
  );
  const putProcess = db.prepare<[AgentProcess & { sessionId: string }]>(
    `INSERT INTO agent_processes (session_id, pid, started) SELECT id, @pid, @started FROM sessions WHERE id = @sessionId
    ON CONFLICT (session_id) DO UPDATE SET pid = excluded.pid, started = excluded.started`,
  );
  const knowsProcess = reading((row: AgentProcess & { sessionId: string }) => isKnownProcess.get(row) !== undefined);
  const writeProcess = writing((row: AgentProcess & { sessionId: string }) => void putProcess.run(row));
  const findProcess = db.prepare<[{ id: string }], AgentProcess>(
    `SELECT pid, started FROM agent_processes
    WHERE session_id IN (@id, (SELECT parent_id FROM sessions WHERE id = @id AND relation = 'subagent')) ORDER BY session_id <> @id LIMIT 1`,
  );
  return {
    listSessions: reading(sessions.list),
    findSession: reading(sessions.find),
    listIdsFrom: reading(sessions.listIdsFrom),
    findNeighbors: reading(sessions.findNeighbors),
    listChildren: reading(sessions.listChildren),
    listProjects: reading(projects.listNamed),
    findProjectOf: reading(projects.findByFolder),
    sessionFacets: reading(sessions.facets),
    countRecords: reading(records.count),
    countToolCalls: reading(toolCalls.count),
    listRecords: reading(records.list),
    findRecord: reading(records.find),
    readText: reading(records.readText),
    listTextMatches: reading(makeTextMatches(db)),
    findIncomplete: reading(makeIncomplete(db)),
    readRaw: reading(records.readRaw),
    listToolCalls: reading(toolCalls.list),
    findCall: reading((sessionId, fromCall, direction, outcomes) =>
      toolCalls.findNearest(sessionId, fromCall, direction, outcomes, displayWindowBytes),
    ),
    rowColumns: reading(makeRowColumns(db)),
    listCallSpans: reading(callSpans.list),
    listCallNames: reading(callSpans.listNames),
    listCallChildren: reading(callSpans.listChildren),
    listTurns: reading(turns.list),
    findAgentProcess: reading((id) => findProcess.get({ id }) ?? null),
    putAgentProcess: async (sessionId, process) => {
      const row = { sessionId, ...process };
      if (!(await knowsProcess(row))) await writeProcess(row);
    },
    listTurnOutcomes: reading(toolCalls.listTurnOutcomes),
  };
};
