import path from 'node:path';
import { expect, it, vi, afterEach, beforeEach } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openStore } from '../db/open-store.ts';
import type { Session } from '../lib/domain/session.ts';
import { buildConversation } from '../lib/store/build-conversation.ts';
import { makeBatch, makeSessionRow } from '../lib/store/make-batch.ts';
import { makeSessionService } from '../lib/services/sessions.ts';
import { computeColumns } from '../lib/print/columns.ts';
import { printSessions, sessionsCommand, type SessionsOptions } from './sessions-command.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');
const hourMs = 3_600_000;
const toListed = (session: Session) => ({ ...session, agentLabel: session.family, live: false, silent: false });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sessions-'));
  vi.stubEnv('OBSERVATORY_DB', path.join(folder, 'archive.db'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const fill = async () => {
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder });
  const nowMs = Date.now();
  for (const [id, family, project, agoMs] of [
    ['oldest', 'codex', 'shop', 90 * 24 * hourMs],
    ['middle', 'claude-code', 'shop', 50 * hourMs],
    ['newest', 'claude-code', 'site', 2 * hourMs],
  ] as const)
    await store.append(
      buildConversation(id.padEnd(26, 'a'), {
        nativeId: id,
        family,
        folderName: project,
        startedAtMs: nowMs - agoMs,
        title: `Title of ${id} `.repeat(20),
      }),
    );
  await store.close();
};

/** Output of the command with these options, on both streams. */
const run = async (options: Partial<SessionsOptions> = {}) => {
  const said = { stdout: '', stderr: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said.stdout += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said.stderr += String(text))));
  await sessionsCommand({ errors: false, warmups: false, json: false, ...options });
  return {
    ...said,
    ids: said.stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.slice(0, 6)),
  };
};

it('filters and limits, and says how many there are', async () => {
  await fill();
  expect((await run()).ids).toEqual(['newest', 'middle', 'oldest']);
  expect((await run({ project: 'shop' })).ids).toEqual(['middle', 'oldest']);
  expect((await run({ agent: 'codex' })).ids).toEqual(['oldest']);
  expect((await run({ since: '7d' })).ids).toEqual(['newest', 'middle']);
  expect(await run({ limit: '1' })).toMatchObject({
    ids: ['newest'],
    stderr: 'Showing the newest 1 of 3 sessions. Use --limit for more.\n',
  });
  expect((await run({ since: '7d', limit: '1' })).stderr).toContain('1 of 2 sessions');
  expect(JSON.parse((await run({ json: true, limit: '2' })).stdout)).toHaveLength(2);
});

it('leaves out sessions that only warm up a cache, and says so', async () => {
  await fill();
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder });
  await store.append(makeBatch({ sessions: [makeSessionRow({ id: 'warmup'.padEnd(26, 'a'), title: 'Warmup', startedAtMs: Date.now() })] }));
  await store.close();
  expect(await run()).toMatchObject({
    ids: ['newest', 'middle', 'oldest'],
    stderr: '1 warm-up hidden. Use --warmups to list them.\n',
  });
  expect(await run({ warmups: true })).toMatchObject({ ids: ['warmup', 'newest', 'middle', 'oldest'], stderr: '' });
  expect(JSON.parse((await run({ json: true })).stdout)).toHaveLength(4);
});

it('lists what a saved view shows, in its order, and narrows it', async () => {
  await fill();
  await expect(run({ view: 'Shop' })).rejects.toThrow('--view Shop: no such saved view. Save one on the sessions page first.');
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder });
  const { saveView } = makeSessionService({ store, now: Date.now });
  await saveView('one', { name: 'Shop', shown: { list: 'project=shop&order=asc' } });
  await saveView('two', { name: 'Everything by title', shown: { list: 'sort=title&order=asc&warmups=true' } });
  await store.append(makeBatch({ sessions: [makeSessionRow({ id: 'warmup'.padEnd(26, 'a'), title: 'Warmup', startedAtMs: Date.now() })] }));
  await store.close();
  expect((await run({ view: 'Shop' })).ids).toEqual(['oldest', 'middle']);
  expect((await run({ view: 'shop', since: '7d' })).ids).toEqual(['middle']);
  expect((await run({ view: 'Shop', agent: 'codex' })).ids).toEqual(['oldest']);
  expect(JSON.parse((await run({ view: 'Shop', json: true })).stdout)).toMatchObject([{ nativeId: 'oldest' }, { nativeId: 'middle' }]);
  expect((await run({ view: 'Everything by title' })).ids).toEqual(['middle', 'newest', 'oldest', 'warmup']);
  expect((await run({ view: 'Everything by title', limit: '1' })).stderr).toBe(
    'Showing the first 1 of 4 sessions. Use --limit for more.\n',
  );
  await expect(run({ view: 'Site' })).rejects.toThrow('--view Site: no such saved view. Use Everything by title, Shop.');
});

it('says why nothing is listed', async () => {
  expect((await run()).stderr).toBe(
    `No sessions yet in ${path.join(folder, 'archive.db')}. Import some with \`observatory import PATH\`.\n`,
  );
  await fill();
  expect((await run({ agent: 'aider' })).stderr).toBe('None of 3 sessions matches. Agents: claude-code, codex.\n');
  await expect(run({ since: 'soon' })).rejects.toThrow('--since soon: use a date');
  await expect(run({ limit: '0' })).rejects.toThrow('--limit 0: use a number of at least 1.');
});

it('cuts titles to the terminal, and prints times relative to now', async () => {
  await fill();
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder });
  const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 10 });
  await store.close();
  const lines = printSessions(items.map(toListed), { nowMs: Date.now(), columns: 80 }).split('\n');
  expect(lines[1]).toMatch(/^newestaa {2}2 h ago {5,}.*Title of newest.*…$/u);
  expect(lines[2]).toMatch(/^middleaa {2}2 days ago /u);
  expect(lines[3]).not.toContain('ago');
  for (const line of lines) expect(computeColumns(line)).toBeLessThanOrEqual(80);
});

it('marks sessions whose agent runs now', async () => {
  await fill();
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder });
  const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 1 });
  await store.close();
  const lastRecordAtMs = items[0]?.lastRecordAtMs ?? NaN;
  const print = (about: { live?: boolean; silent?: boolean }) =>
    printSessions(
      items.map((item) => ({ ...toListed(item), ...about })),
      { nowMs: lastRecordAtMs + 360_000, columns: 120 },
    ).split('\n')[1];
  expect(print({ live: true })).toContain('  [live] Title of newest');
  expect(print({ silent: true })).toContain('  [no record for 6 min] Title of newest');
  expect(print({})).toContain('  Title of newest');
});
