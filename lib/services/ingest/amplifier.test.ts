import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const id = '11111111-2222-4333-8444-555555555555';
const childId = `${id}-00aa11bb22cc33dd_foundation:explorer`;

/** Where Amplifier keeps each fixture. */
const places = {
  'events.jsonl': `${id}/events.jsonl`,
  'bare-events.jsonl': `${id}/context-intelligence/events.jsonl`,
  'transcript.jsonl': `${id}/transcript.jsonl`,
  'metadata.json': `${id}/metadata.json`,
  'child-events.jsonl': `${childId}/events.jsonl`,
};
type Name = keyof typeof places;
const names: Name[] = ['events.jsonl', 'bare-events.jsonl', 'transcript.jsonl', 'metadata.json', 'child-events.jsonl'];

let folder = '';
let stores: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-amplifier-'));
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, places[name])), { recursive: true });
    await writeFile(path.join(folder, places[name]), await readFixture(name));
  }
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  stores = [];
  await rm(folder, { recursive: true, force: true });
});

const readFixture = (name: Name) => readFile(new URL(`../../formats/__fixtures__/amplifier/${name}`, import.meta.url));

const makeStore = (): Store => {
  const file = path.join(folder, `archive-${String(stores.length)}.db`);
  const store = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
  stores.push(store);
  return store;
};

const take = (store: Store, name: Name) =>
  importFile(
    { store, now: () => 0 },
    {
      file: path.join(folder, places[name]),
      path: places[name],
      synthetic: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );

const importAll = async (order: readonly Name[]): Promise<Store> => {
  const store = makeStore();
  for (const name of order) expect(await take(store, name)).toMatchObject({ status: 'imported' });
  return store;
};

const listSessions = async (store: Store) => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 10 });
  return items.toSorted((a, b) => a.nativeId.length - b.nativeId.length);
};

/** All that a person can see of the archive. */
const dump = async (store: Store) =>
  Promise.all(
    (await listSessions(store)).map(async (session) => ({
      session: { ...session, sourcePaths: session.sourcePaths.toSorted() },
      records: await store.listRecords(session.id, 0, 1000, 200),
      turns: await store.listTurns(session.id),
    })),
  );

const orders: Name[][] = [
  names,
  names.toReversed(),
  ['transcript.jsonl', 'child-events.jsonl', 'events.jsonl', 'metadata.json', 'bare-events.jsonl'],
  ['bare-events.jsonl', 'metadata.json', 'transcript.jsonl', 'child-events.jsonl', 'events.jsonl'],
  ['metadata.json', 'transcript.jsonl', 'bare-events.jsonl', 'events.jsonl', 'child-events.jsonl'],
];

describe('the files of an Amplifier session', () => {
  it('count everything once, whichever are there', async () => {
    const countsOf = async (...order: Name[]) => {
      const [session] = await listSessions(await importAll(order));
      return [session?.turns, session?.toolErrors, session?.tokens.input, session?.tokens.output];
    };
    expect(await countsOf('events.jsonl')).toEqual([2, 2, 150, 30]);
    expect(await countsOf('transcript.jsonl')).toEqual([2, 1, null, null]);
    expect(await countsOf('events.jsonl', 'transcript.jsonl')).toEqual([2, 2, 150, 30]);
    expect(await countsOf(...names)).toEqual([2, 2, 150, 30]);
  });

  it('add to one session and its child', async () => {
    const [parent, child] = await listSessions(await importAll(names));
    expect(parent).toMatchObject({
      nativeId: id,
      family: 'amplifier',
      cwd: '/srv/app',
      title: 'Counting files',
      project: 'app',
      childCount: 1,
      toolCalls: 5,
    });
    expect(child).toMatchObject({
      nativeId: childId,
      parentId: parent?.id,
      relation: 'subagent',
      agentName: 'foundation:explorer',
      title: 'Look deeper',
      tokens: { input: 7, output: 3 },
    });
  });

  it('tell what each alone tells', async () => {
    const store = await importAll(['events.jsonl', 'transcript.jsonl']);
    const [session] = await listSessions(store);
    const records = await store.listRecords(session?.id ?? '', 0, 1000, 200);
    const texts = records.filter((record) => ['prompt', 'response', 'reasoning'].includes(record.kind)).map((record) => record.text);
    expect(texts).toEqual(['Count the files', 'Look first', 'I look.', 'Two files.', 'Again', 'Sorry.']);
  });

  it.each(orders.slice(1).map((order) => [order]))('give the same archive in the order %s', async (order) => {
    expect(await dump(await importAll(order))).toEqual(await dump(await importAll(names)));
  });

  it('count everything once where the transcript tells no times', async () => {
    const file = path.join(folder, places['transcript.jsonl']);
    await writeFile(file, (await readFixture('transcript.jsonl')).toString().replaceAll(/"timestamp": "[^"]*"/gu, '"_seq": 1'));
    const store = await importAll(['events.jsonl', 'transcript.jsonl']);
    expect(await dump(await importAll(['transcript.jsonl', 'events.jsonl']))).toEqual(await dump(store));
    const [session] = await listSessions(store);
    expect([session?.turns, session?.toolCalls, session?.toolErrors, session?.tokens.output]).toEqual([2, 4, 2, 30]);
  });

  it.each(['events.jsonl', 'bare-events.jsonl', 'transcript.jsonl'] as const)('give the same archive when %s grows', async (name) => {
    const others = names.filter((one) => one !== name);
    const whole = await dump(await importAll([...others, name]));
    const bytes = await readFixture(name);
    const file = path.join(folder, places[name]);
    for (const share of [0.2, 0.5, 0.8]) {
      await writeFile(file, bytes.subarray(0, bytes.length * share));
      const store = makeStore();
      await take(store, name);
      for (const other of others) await take(store, other);
      await writeFile(file, bytes);
      expect(await take(store, name)).toMatchObject({ status: 'imported' });
      expect(await dump(store)).toEqual(whole);
    }
  });
});
