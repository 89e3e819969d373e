import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkDatabase } from '../db/check-database.ts';
import { openStore } from '../db/open-store.ts';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { startServer, type RunningServer } from '../e2e/start-server.ts';
import { importDetail } from '../lib/domain/import.ts';
import { inFolder, migrationsFolder } from './archive.ts';
import { atMost, type Figure } from './figure.ts';

const agents = 4;
const linesPerFile = 40;

/** Acknowledged data: calls of each agent, records of each uploaded session, and observations that were resolved. */
type Acknowledged = { calls: Map<string, number>; sessions: Set<string>; resolved: Set<string> };

export type Survived = Record<'kills' | 'calls' | 'uploads' | 'triaged' | 'lost' | 'doubled' | 'damaged', number>;

/**
 * Kills one of two servers on one database again and again, while agents report calls, files are uploaded and observations are triaged
 * through both. Then counts what had been acknowledged and is not there, what is there twice, and damage.
 */
export const killServers = (kills: number): Promise<Survived> =>
  inFolder(async (folder) => {
    const servers = [await startServer({ folder }), await startServer({ folder })];
    const done: Acknowledged = { calls: new Map(), sessions: new Set(), resolved: new Set() };
    const running = new AbortController();
    const work = [
      ...Array.from({ length: agents }, (_, agent) => reportCalls(servers, `killed:${agent}`, done, running.signal)),
      uploadFiles(servers, done, running.signal),
      triage(servers, done, running.signal),
    ];
    for (let kill = 0; kill < kills; kill += 1) {
      await setTimeout(200 + Math.random() * 1_200);
      const at = kill % servers.length;
      await servers[at]?.kill();
      servers[at] = await startServer({ folder });
    }
    running.abort();
    await Promise.all(work);
    for (const server of servers) await server.stop();
    const file = path.join(folder, 'observatory.db');
    const { problem, searchProblem } = checkDatabase(file, migrationsFolder);
    return { kills, ...(await countLosses(file, done)), damaged: problem === null && searchProblem === null ? 0 : 1 };
  });

const post = async (servers: readonly RunningServer[], address: string, body: string): Promise<Response> => {
  const server = servers[Math.floor(Math.random() * servers.length)];
  return fetch(`${server?.url ?? ''}${address}`, { method: 'POST', body, signal: AbortSignal.timeout(20_000) });
};

/** Until the signal aborts; what was not acknowledged is sent again. */
const repeat = async (signal: AbortSignal, work: (round: number) => Promise<boolean>): Promise<void> => {
  for (let round = 0; !signal.aborted;) {
    const isDone = await work(round).catch(() => false);
    if (isDone) round += 1;
    else await setTimeout(20);
  }
};

const reportCalls = (servers: readonly RunningServer[], id: string, { calls }: Acknowledged, signal: AbortSignal) =>
  repeat(signal, async (n) => {
    const call = { id: `c${n}`, name: 'Bash', input: { command: `step ${n}` }, result: `done with ${n}` };
    const response = await post(servers, `/api/sessions/${id}/tool-calls`, JSON.stringify({ calls: [call] }));
    if (response.ok) calls.set(id, n + 1);
    return response.ok;
  });

const uploadFiles = (servers: readonly RunningServer[], { sessions }: Acknowledged, signal: AbortSignal) =>
  repeat(signal, async (n) => {
    const talk = makeClaudeLines({ sessionId: `uploaded-${n}` });
    const text = toFile(talk.prompt('Go'), ...Array.from({ length: linesPerFile - 1 }, (_, at) => talk.response(`Step ${at}`)));
    const response = await post(servers, `/api/imports?name=${n}.jsonl`, text);
    if (!response.ok) return false;
    const { results } = importDetail.parse(await response.json());
    const isStored = results.length === 1 && results.every(({ status, unchanged }) => status === 'imported' || unchanged);
    if (isStored) sessions.add(`uploaded-${n}`);
    return isStored;
  });

const triage = (servers: readonly RunningServer[], { resolved }: Acknowledged, signal: AbortSignal) =>
  repeat(signal, async (n) => {
    const reported = {
      observer: 'Reviewer',
      content: `Problem ${n}`,
      severity: 'high',
      source_type: 'file',
      source_ref: null,
      metadata: {},
    };
    const created = await post(servers, '/api/tools/observations', JSON.stringify({ operation: 'create_batch', observations: [reported] }));
    if (!created.ok) return false;
    const listed = await post(servers, '/api/tools/observations', JSON.stringify({ operation: 'list', limit: 1, sort_by: 'created_at' }));
    const { observations = [] } = (await listed.json()) as { observations?: { id: string }[] };
    const [newest] = observations;
    if (!newest) return false;
    const response = await post(servers, `/api/observations/${newest.id}/resolve`, JSON.stringify({ reason: 'wont_fix' }));
    if (response.ok) resolved.add(newest.id);
    return response.ok;
  });

const countLosses = async (file: string, { calls, sessions, resolved }: Acknowledged) => {
  const store = openStore(file, { migrationsFolder });
  let [lost, doubled] = [0, 0];
  try {
    for (const [id, known] of calls) {
      const session = await store.findSession(id);
      const stored = await store.listToolCalls(session?.id ?? '', 1, 100_000, 10);
      const ids = new Set(stored.map(({ nativeCallId }) => nativeCallId));
      doubled += stored.length - ids.size;
      for (let n = 0; n < known; n += 1) if (!ids.has(`c${n}`)) lost += 1;
    }
    for (const id of sessions) {
      const session = await store.findSession(`claude-code:${id}`);
      lost += Math.max(0, linesPerFile - (session?.records ?? 0));
      doubled += Math.max(0, (session?.records ?? 0) - linesPerFile);
    }
    for (const id of resolved) if ((await store.findObservation(id))?.state !== 'wont_fix') lost += 1;
  } finally {
    await store.close();
  }
  const total = [...calls.values()].reduce((sum, one) => sum + one, 0);
  return { calls: total, uploads: sessions.size, triaged: resolved.size, lost, doubled };
};

/** `KILLS`: how many. `full`: hundreds. */
export const measureKills = async (full: boolean): Promise<Figure[]> => {
  const { kills, calls, uploads, triaged, lost, doubled, damaged } = await killServers(Number(process.env.KILLS ?? (full ? 300 : 20)));
  const after = `of ${calls} calls, ${uploads} files and ${triaged} decisions, after ${kills} kills`;
  return [
    atMost(`acknowledged and lost, ${after}`, lost, 0, ''),
    atMost(`stored twice, ${after}`, doubled, 0, ''),
    atMost(`damaged databases, after ${kills} kills`, damaged, 0, ''),
  ];
};
