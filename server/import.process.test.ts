import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { dumpTables } from '../db/dump-tables.ts';
import { openStore } from '../db/open-store.ts';
import { contracts } from '../lib/contracts/index.ts';
import { importDetail } from '../lib/domain/import.ts';
import {
  copyFixtures,
  countRows,
  countSessions,
  databaseIn,
  finish,
  folderOf,
  hasSessions,
  isBuilt,
  makeConversations,
  makeHome,
  makeLong,
  openImport,
  runImport,
  send,
  spawnImport,
  start,
  stop,
  until,
  useImports,
} from './__fixtures__/imports.ts';

useImports();

describe.skipIf(!isBuilt)('every way in', () => {
  it('gives the same database: the page, the command line, a watched folder', async () => {
    const files = await copyFixtures();
    const [byCommand, byPage, byWatch] = [await makeHome('command'), await makeHome('page'), await makeHome('watch')] as const;
    expect((await runImport(byCommand, path.join(folderOf(), 'files'))).code).toBe(0);
    const expected = dumpTables(databaseIn(byCommand));
    expect(expected.sessions?.length).toBeGreaterThan(15);
    expect(expected.source_lines?.length).toBeGreaterThan(0);

    const page = await start(byPage);
    const id = await openImport(page.url);
    await Promise.all(files.map(async (file) => send(page.url, id, file, await readFile(file, 'utf8'))));
    await finish(page.url, id);
    await stop(page);
    expect(dumpTables(databaseIn(byPage))).toEqual(expected);

    const watching = await start(byWatch, ['--watch', path.join(folderOf(), 'files')]);
    await until(async () => (await countSessions(watching.url)) === expected.sessions?.length);
    await until(() => (dumpTables(databaseIn(byWatch)).sources?.length ?? 0) === expected.sources?.length);
    await stop(watching);
    expect(dumpTables(databaseIn(byWatch))).toEqual(expected);
  });

  it('stores nothing twice when a command imports what a server follows at the same time', async () => {
    await copyFixtures();
    for (const name of ['long-one', 'long-two', 'long-three'])
      await writeFile(path.join(folderOf(), 'files', `${name}.jsonl`), makeLong(name, 1_000));
    const [alone, both] = [await makeHome('alone'), await makeHome('both')] as const;
    await runImport(alone, path.join(folderOf(), 'files'));
    const expected = dumpTables(databaseIn(alone));
    const server = await start(both, ['--watch', path.join(folderOf(), 'files')]);
    const command = await runImport(both, path.join(folderOf(), 'files'));
    expect([command.code, command.errors]).toEqual([0, '']);
    await until(async () => (await countSessions(server.url)) === expected.sessions?.length);
    // The last records are there before their turns and pairs are: what is still otherwise is named by its table.
    const listOthers = () => {
      const dump = dumpTables(databaseIn(both));
      return Object.keys(expected).filter((table) => !isDeepStrictEqual(dump[table], expected[table]));
    };
    await expect.poll(listOthers, { timeout: 20_000, interval: 500 }).toEqual([]);
    await stop(server);
    expect(listOthers()).toEqual([]);
  });
});

describe.skipIf(!isBuilt)('an import that is cut off', () => {
  it('is whole after it was cancelled in the middle, and the next one completes it', async () => {
    const texts = new Map(['a', 'b', 'c'].map((name) => [`/files/${name}.jsonl`, makeLong(name, 2_500)]));
    const [straight, cut] = [await start(await makeHome('straight')), await start(await makeHome('cut'))] as const;
    const importAll = async (url: string) => {
      const id = await openImport(url);
      for (const [name, text] of texts) expect((await send(url, id, name, text)).status).toBe(201);
      return finish(url, id);
    };
    await importAll(straight.url);
    const id = await openImport(cut.url);
    const sending = Promise.all([...texts].map(([name, text]) => send(cut.url, id, name, text)));
    await until(async () => (await countSessions(cut.url)) > 0);
    const cancelled = importDetail.parse(await (await fetch(`${cut.url}/api/imports/${id}`, { method: 'DELETE' })).json());
    await sending;
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.results.some(({ status }) => status === 'cancelled')).toBe(true);
    const stored = contracts.sessions.list.response.parse(await (await fetch(`${cut.url}/api/sessions`)).json());
    for (const session of stored.items) expect(session.records).toBe(session.turns);
    expect((await importAll(cut.url)).status).toBe('done');
    await Promise.all([stop(straight), stop(cut)]);
    expect(dumpTables(path.join(folderOf(), 'cut', 'observatory.db'))).toEqual(
      dumpTables(path.join(folderOf(), 'straight', 'observatory.db')),
    );
  });

  it('is whole after kill -9 in a document of many conversations, and the next one completes it', async () => {
    const file = path.join(folderOf(), 'conversations.json');
    await writeFile(file, makeConversations(40, 100));
    const [straight, cut] = [await makeHome('straight'), await makeHome('cut')] as const;
    await runImport(straight, file);
    const expected = dumpTables(databaseIn(straight));
    expect(expected.sessions).toHaveLength(40);
    const { child, ended } = spawnImport(cut, [file]);
    await until(hasSessions(cut, 1));
    child.kill('SIGKILL');
    await ended;
    const left = dumpTables(databaseIn(cut));
    expect(left.records?.length).toBeLessThan(expected.records?.length ?? 0);
    const whole = new Set(expected.records);
    expect(left.records?.filter((record) => !whole.has(record))).toEqual([]);
    expect((await runImport(cut, file)).code).toBe(0);
    expect(dumpTables(databaseIn(cut))).toEqual(expected);
  });

  it('holds whole files after kill -9 among many small ones, and the next one completes it', async () => {
    const files = path.join(folderOf(), 'files');
    await writeDemoFiles(files, { nowMs: Date.UTC(2026, 0, 1), count: 50 });
    const [straight, cut] = [await makeHome('straight'), await makeHome('cut')] as const;
    await runImport(straight, files);
    const expected = dumpTables(databaseIn(straight));
    const { child, ended } = spawnImport(cut, [files]);
    await until(hasSessions(cut, 5));
    child.kill('SIGKILL');
    const { output } = await ended;
    const left = dumpTables(databaseIn(cut));
    const whole = new Set(expected.records);
    expect(left.records?.filter((record) => !whole.has(record))).toEqual([]);
    expect(left.records?.length).toBeLessThan(expected.records?.length ?? 0);
    const stored = new Set(left.sources?.map((source) => new Map(JSON.parse(source) as [string, string][]).get('path')));
    const reported = output
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { file: string }).file);
    expect(reported.filter((file) => !stored.has(file))).toEqual([]);
    expect((await runImport(cut, files)).code).toBe(0);
    expect(dumpTables(databaseIn(cut))).toEqual(expected);
  });

  it('lets other processes write while many small files are read', async () => {
    const files = path.join(folderOf(), 'files');
    await writeDemoFiles(files, { nowMs: Date.UTC(2026, 0, 1), count: 60 });
    const home = await makeHome('shared');
    const { ended } = spawnImport(home, [files]);
    await until(hasSessions(home, 1));
    const store = openStore(databaseIn(home), { migrationsFolder: path.resolve('db/migrations') });
    let written = 0;
    while (countRows(home) < 50) {
      await store.announce('session', 'none');
      written += 1;
    }
    await store.close();
    expect((await ended).code).toBe(0);
    expect(written).toBeGreaterThan(3);
  });

  it('goes on when the demo data is removed meanwhile', async () => {
    const [straight, busy] = [await makeHome('straight'), await start(await makeHome('busy'))] as const;
    const file = path.join(folderOf(), 'mine.jsonl');
    const text = makeLong('mine', 4_000);
    await writeFile(file, text);
    await runImport(straight, file);
    expect((await fetch(`${busy.url}/api/demo`, { method: 'POST' })).status).toBe(201);
    const demo = await countSessions(busy.url);
    const id = await openImport(busy.url);
    const sending = send(busy.url, id, file, text);
    await until(async () => (await countSessions(busy.url)) > demo);
    const removed: unknown = await (await fetch(`${busy.url}/api/demo`, { method: 'DELETE' })).json();
    expect(removed).toEqual({ removed: demo });
    expect((await sending).status).toBe(201);
    await finish(busy.url, id);
    await stop(busy);
    expect(dumpTables(path.join(folderOf(), 'busy', 'observatory.db'))).toEqual(dumpTables(databaseIn(straight)));
  });
});
