import type { Database } from 'better-sqlite3';
import { displayWindowBytes } from '../../../domain/display-window.ts';
import type { AgentProcess } from '../../../sources/agent-process.ts';
import { agentProcesses } from '../../../../db/schema.ts';
import type { SessionStore } from '../../session-store.ts';
import type { RawLines } from '../raw-lines.ts';
import { upsert } from '../statements.ts';
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
  const putProcess = db.prepare(upsert(agentProcesses, ['sessionId']));
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
    putAgentProcess: writing((sessionId, process) => void putProcess.run({ sessionId, ...process })),
    listTurnOutcomes: reading(toolCalls.listTurnOutcomes),
  };
};
