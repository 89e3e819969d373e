import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { keepAsking, makeLargeFile, postCall, postTool, postTriage } from '../e2e/load.ts';
import { importText } from '../e2e/start-server.ts';
import { contracts } from '../lib/contracts/index.ts';
import { makeHookSpool, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import {
  databaseIn,
  finish,
  folderOf,
  isBuilt,
  makeHome,
  makeLong,
  openImport,
  runImport,
  send,
  start,
  until,
  useImports,
} from './__fixtures__/imports.ts';

useImports();

const created = z.object({ observations: z.array(z.object({ id: z.string() })) });

const listCalls = async (url: string, session: string) => {
  const response = await fetch(`${url}/api/sessions/claude-code:${session}/tool-calls?limit=500`);
  return response.ok ? contracts.sessions.toolCalls.response.parse(await response.json()).toolCalls : [];
};
const countRecords = async (url: string, session: string): Promise<number> => {
  const response = await fetch(`${url}/api/sessions/claude-code:${session}`);
  return response.ok ? contracts.sessions.get.response.parse(await response.json()).records : 0;
};

describe.skipIf(!isBuilt)('two servers on one database', () => {
  it('answer every call and action while one of them and a command import', { timeout: 180_000 }, async () => {
    const home = await makeHome('home');
    const [first, second] = [await start(home), await start(home)];
    const bytes = 4_000_000;
    const file = path.join(folderOf(), 'by-command.jsonl');
    await writeFile(file, makeLargeFile('by-command', bytes));
    const report = { operation: 'create', observer: 'Reviewer', content: 'A thing', severity: 'high' };
    const { observations } = created.parse(await (await postTool(first.url, report)).json());
    const id = observations[0]?.id ?? '';
    const asked = [
      keepAsking((count) => postCall(first.url, 'agents:first', count)),
      keepAsking((count) => postCall(second.url, 'agents:second', count)),
      keepAsking((count) => postTriage(second.url, id, count)),
    ];
    const [byPage, byCommand] = await Promise.all([
      importText(first.url, 'by-page.jsonl', makeLargeFile('by-page', bytes)),
      runImport(home, file),
    ]);
    expect([byPage.results[0]?.status, byCommand.code]).toEqual(['imported', 0]);
    for (const { statuses } of await Promise.all(asked.map((one) => one.stop()))) {
      expect(Object.keys(statuses)).toEqual(['200']);
      expect(statuses[200]).toBeGreaterThan(10);
    }
  });

  it('store the same observation each time that either is told of it, and answer meanwhile', { timeout: 180_000 }, async () => {
    const home = await makeHome('home');
    const [first, second] = [await start(home), await start(home)];
    const observations = Array.from({ length: 10_000 }, () => ({ observer: 'Reviewer', content: 'The same again', severity: 'low' }));
    const reads = keepAsking(() => fetch(`${second.url}/api/sessions`));
    const report = async ({ url }: { url: string }) => (await postTool(url, { operation: 'create_batch', observations })).status;
    expect(await Promise.all([first, second].map(report))).toEqual([200, 200]);
    const { statuses, tookMs } = await reads.stop();
    expect(Object.keys(statuses)).toEqual(['200']);
    // Far above what it takes, for machines under load; all of a batch in one piece would be longer.
    expect(Math.max(...tookMs)).toBeLessThan(1_000);
    const list: unknown = await (await fetch(`${first.url}/api/observations`)).json();
    expect(list).toMatchObject({ total: 1, items: [{ seen: 20_000 }] });
  });

  it('add what hooks left to the archive once, in its order', async () => {
    const home = await makeHome('home');
    const spool = makeHookSpool(toSpoolFolder(databaseIn(home)));
    const ids = Array.from({ length: 60 }, (_, at) => `toolu_${at}`);
    const servers = [await start(home), await start(home)];
    for (const [at, id] of ids.entries()) {
      const call = { tool_name: 'Bash', tool_use_id: id, tool_input: { command: `step ${at}` }, tool_response: { stdout: 'done' } };
      spool.put('s', JSON.stringify({ hook_event_name: 'PostToolUse', session_id: 's', ...call }), Date.now() - 60_000 + at);
    }
    await until(() => spool.list().length === 0);
    for (const { url } of servers) {
      const calls = await listCalls(url, 's');
      expect(calls.map(({ nativeCallId, callIndex }) => [nativeCallId, callIndex])).toEqual(ids.map((id, at) => [id, at + 1]));
    }
  });

  it('have each line of a file that both follow once', async () => {
    const home = await makeHome('home');
    const watched = path.join(folderOf(), 'watched');
    await mkdir(watched);
    const file = path.join(watched, 's.jsonl');
    const lines = makeLong('s', 60).split(/(?<=\n)/u);
    await writeFile(file, lines.slice(0, 10).join(''));
    const servers = [await start(home, ['--watch', watched]), await start(home, ['--watch', watched])];
    for (const line of lines.slice(10)) {
      await appendFile(file, line);
      await setTimeout(15);
    }
    for (const { url } of servers) {
      await until(async () => (await countRecords(url, 's')) >= lines.length);
      expect(await countRecords(url, 's')).toBe(lines.length);
    }
  });

  it('say when to ask again while another program keeps the database, and import what was uploaded once it is free', async () => {
    const home = await makeHome('home');
    const servers = [await start(home), await start(home)] as const;
    const report = ({ url }: { url: string }) => postCall(url, 'claude-code:live', 1);
    expect((await report(servers[0])).status).toBe(200);
    const importId = await openImport(servers[0].url);
    const other = new Database(databaseIn(home));
    other.exec('BEGIN IMMEDIATE');
    const uploading = send(servers[0].url, importId, 's.jsonl', makeLong('s', 5));
    const refused = await Promise.all(servers.map((server) => postCall(server.url, 'claude-code:live', 2)));
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '1'],
      [503, '1'],
    ]);
    for (const { url } of servers) expect((await fetch(`${url}/api/sessions`)).status).toBe(200);
    // Until the import, too, has given up waiting once.
    await setTimeout(1_500);
    other.exec('COMMIT');
    other.close();
    expect((await uploading).status).toBe(201);
    expect((await finish(servers[0].url, importId)).results).toMatchObject([{ status: 'imported', records: 5 }]);
    for (const server of servers) expect((await postCall(server.url, 'claude-code:live', 2)).status).toBe(200);
    expect((await listCalls(servers[1].url, 'live')).map(({ nativeCallId }) => nativeCallId)).toEqual(['call-1', 'call-2']);
  });
});
