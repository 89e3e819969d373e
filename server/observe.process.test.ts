import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { folderOf, isBuilt, listSessions, start, until, upload, useServers } from './__fixtures__/built-server.ts';

useServers();

/** Calls of one session that fail the same way again and again. */
const makeLoop = (sessionId: string, calls: number, from = 0): string => {
  const talk = makeClaudeLines({ sessionId });
  const prompt = talk.prompt('Build it');
  const lines = Array.from({ length: from + calls }, (_, at) => [
    talk.call(`t${at}`, 'Bash', { command: 'make' }),
    talk.result(`t${at}`, 'no rule to make target', true),
  ]).flat();
  return toFile(...(from === 0 ? [prompt, ...lines] : lines.slice(2 * from)));
};

const databaseFile = () => path.join(folderOf(), 'data', 'observatory.db');

/** Reads the archive beside the server. */
const ask = <Row>(sql: string): Row[] => {
  const db = new Database(databaseFile(), { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
};
const countUnobserved = (): number =>
  ask<{ count: number }>('SELECT count(*) AS count FROM sessions WHERE observed IS NULL')[0]?.count ?? -1;

const runImport = async (...args: string[]): Promise<number | null> => {
  const child = spawn(process.execPath, [path.resolve('dist/observatory.mjs'), 'import', '--json', ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: folderOf(), OBSERVATORY_DB: databaseFile() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
};

describe.skipIf(!isBuilt)('observers of the built server', () => {
  it('see what is uploaded, and what is appended soon after', async () => {
    const watched = path.join(folderOf(), 'watched');
    await mkdir(watched);
    const file = path.join(watched, 'live.jsonl');
    await writeFile(file, makeLoop('live', 1));
    const { url } = await start(['--watch', watched]);
    const find = async (id: string) => (await listSessions(url)).items.find(({ nativeId }) => nativeId === id);
    await until(async () => (await find('live'))?.findings === 0, 5_000);
    await appendFile(file, makeLoop('live', 9, 1));
    await until(async () => (await find('live'))?.toolCalls === 10, 5_000);
    const took = await until(async () => ((await find('live'))?.findings ?? 0) > 0, 2_000);
    expect(took).toBeLessThan(500);
    expect((await find('live'))?.worstFinding).not.toBeNull();
    await upload(url, 'a.jsonl', makeLoop('uploaded', 10));
    await until(async () => ((await find('uploaded'))?.findings ?? 0) > 0, 2_000);
  });

  it('go on after the server was killed, to what one run would have said', async () => {
    const files = path.join(folderOf(), 'files');
    await mkdir(files);
    for (let at = 0; at < 8; at += 1) await writeFile(path.join(files, `${at}.jsonl`), makeLoop(`session-${at}`, 3_000));
    expect(await runImport('--no-observe', files)).toBe(0);
    expect(countUnobserved()).toBe(8);
    const first = await start();
    await until(async () => countUnobserved() < 7, 20_000);
    first.child.kill('SIGKILL');
    await first.exited;
    expect(countUnobserved()).toBeGreaterThan(0);
    const second = await start();
    await until(async () => countUnobserved() === 0, 30_000);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    const said = ask<{ calls: number; said: number; kinds: number; heads: number }>(
      `SELECT h.call_index AS calls, count(*) AS said, count(DISTINCT a.call_id || a.observer) AS kinds,
        (SELECT count(*) FROM observer_states s WHERE s.session_id = h.session_id) AS heads
      FROM observer_heads h JOIN assessments a ON a.session_id = h.session_id GROUP BY h.session_id`,
    );
    expect(said).toHaveLength(8);
    // Each session is the same: so is what is said of each, once, whichever run said it.
    expect(new Set(said.map((row) => JSON.stringify(row))).size).toBe(1);
    expect(said[0]).toMatchObject({ calls: 3_000, kinds: said[0]?.said, heads: 4 });
  });

  it('see what the command imported before it ends', async () => {
    const file = path.join(folderOf(), 'a.jsonl');
    await writeFile(file, makeLoop('imported', 10));
    expect(await runImport(file)).toBe(0);
    expect(ask('SELECT findings > 0 AS found, observed IS NOT NULL AS seen FROM sessions')).toEqual([{ found: 1, seen: 1 }]);
  });
});
