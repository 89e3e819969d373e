import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { buildScriptedReducer } from '../../store/make-observed.ts';
import { makeEntry, openFixture, startMs, type Bench } from './__fixtures__/observation-fixture.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await openFixture();
});
afterEach(() => desk.store.close());

const put = (text: string | Buffer, session: string | null = null, to = desk) =>
  to.observations.import({ session, lines: Readable.from([Buffer.from(text)]) });
const exportAll = async (from = desk): Promise<string> => {
  let text = '';
  for await (const lines of from.observations.export({}, { includeSecrets: false })) text += lines;
  return text;
};
const toLine = (over: Record<string, unknown> = {}) => `${JSON.stringify(makeEntry(over))}\n`;
const report = async (content: string): Promise<string | undefined> =>
  ((await desk.tool({ operation: 'create', ...makeEntry({ content }) })).observations as { id: string }[])[0]?.id;
const only = async () => {
  const { items } = await desk.observations.list({ filter: {}, sort: 'seen', descending: true, cursor: null, limit: 2 });
  const [one] = items;
  if (!one || items.length > 1) throw new Error(`${items.length} observations`);
  return one;
};
const contents = (text: string) =>
  text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as { content: string }).content));

describe('observations as JSONL', () => {
  it('are exported oldest first, and import into another archive as they were; twice is no change', async () => {
    const [one, two] = [await report('one'), await report('two')];
    await desk.tool({ operation: 'create', ...makeEntry({ content: 'three' }), session_id: 's' });
    await desk.tool({ operation: 'resolve', observation_id: one, reason: 'wont_fix', resolution_note: 'By design' });
    await desk.tool({ operation: 'acknowledge', observation_id: two });
    const text = await exportAll();
    expect(contents(text)).toEqual(['one', 'two', 'three']);
    const other = await openFixture();
    try {
      expect(await put(text, null, other)).toEqual({ created: 3, updated: 0, unchanged: 0, problems: [] });
      expect(await exportAll(other)).toBe(text);
      expect(await put(text, null, other)).toEqual({ created: 0, updated: 0, unchanged: 3, problems: [] });
      expect(await exportAll(other)).toBe(text);
    } finally {
      await other.store.close();
    }
  });

  it('leave what was done where they tell no time: it is no news that another archive read the same later', async () => {
    const read = ({ store }: Bench, readAtMs: number) =>
      store.reduceCalls('s', 'script-1', 100, buildScriptedReducer({ c1: [{ subject: 'grep', isUntimed: true }] }, readAtMs));
    const other = await openFixture();
    try {
      await read(desk, startMs);
      await read(other, startMs + 3_600_000);
      const { id, seen } = await only();
      await desk.tool({ operation: 'resolve', observation_id: id, reason: 'false_positive' });
      const open = await exportAll(other);
      expect(await put(open)).toEqual({ created: 0, updated: 0, unchanged: 1, problems: [] });
      expect(await only()).toMatchObject({ id, seen, state: 'false_positive' });
      // A change of state has a time, even where the observation itself has none.
      expect(await put(await exportAll(), null, other)).toMatchObject({ updated: 1 });
      expect(await exportAll(other)).toContain('"state":"false_positive"');
      expect(await put(open, null, other)).toMatchObject({ unchanged: 1 });
    } finally {
      await other.store.close();
    }
  });

  it('of other programs that tell no time close what nobody acted on, and open nothing again', async () => {
    const line = (status: string) => toLine({ status });
    expect(await put(line('open') + line('open'))).toMatchObject({ created: 1, unchanged: 1 });
    expect(await put(line('resolved'))).toMatchObject({ updated: 1 });
    expect(await put(line('open') + line('resolved'))).toMatchObject({ unchanged: 2 });
    const { id, seen } = await only();
    expect([(await only()).state, seen]).toEqual(['fixed', 1]);
    await desk.tool({ operation: 'reopen', observation_id: id });
    expect(await put(line('resolved'))).toMatchObject({ unchanged: 1 });
    expect(await put(toLine({ status: 'resolved', resolved_at: new Date(startMs + 3_600_000).toISOString() }))).toMatchObject({
      updated: 1,
    });
  });

  it('stores the good lines of a file, and tells the bad ones by number', async () => {
    const text = `${toLine({ content: 'a' })}oops\n\n${toLine({ severity: 'huge' })}${toLine({ content: 'b' })}[]\n{"observer": "x", "conte`;
    const { created, problems } = await put(text);
    expect(created).toBe(2);
    expect(problems.map(({ line }) => line)).toEqual([2, 4, 6, 7]);
    expect(problems[1]?.message).toContain('critical');
    expect(problems[3]?.message).toContain('incomplete line');
    expect(contents(await exportAll())).toEqual(['a', 'b']);
  });

  it('stores all others of a file with lines that nest without end', async () => {
    const nest = (name: string) =>
      `{"observer":"D","content":"c","severity":"info","${name}":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`;
    const good = Array.from({ length: 1_200 }, (_, at) => toLine({ content: `Number ${at}` })).join('');
    const { created, problems } = await put(`${good}${nest('foo')}${nest('severity')}${toLine({ content: 'last' })}`);
    expect([created, problems.map(({ line }) => line)]).toEqual([1_201, [1_201, 1_202]]);
  });

  it.each([
    ['over many lines', JSON.stringify([makeEntry(), makeEntry({ content: 'b' })], null, 2), 1],
    ['with one object a line', `[\n${JSON.stringify(makeEntry())},\n${JSON.stringify(makeEntry({ content: 'b' }))}\n]\n`, 1],
    ['that begins with its first object', `[${JSON.stringify(makeEntry())},\n${JSON.stringify(makeEntry({ content: 'b' }))}]`, 1],
    ['in one line', `\n${JSON.stringify([makeEntry()])}`, 2],
    ['of more than one portion', JSON.stringify(Array(2_000).fill(makeEntry()), null, 1), 1],
  ])('says once that a JSON list is none: %s', async (_, text, line) => {
    const problems = [{ line, message: 'This is a JSON list, not JSON Lines. Write one object per line' }];
    expect(await put(text)).toEqual({ created: 0, updated: 0, unchanged: 0, problems });
  });

  it('stores what follows a line that is no list of all', async () => {
    expect(await put(`[INFO] begins\n${toLine()}`)).toMatchObject({ created: 1, problems: [{ line: 1, message: 'not valid JSON' }] });
    expect(await put(`[]\n${toLine({ content: 'b' })}`)).toMatchObject({ created: 1, problems: [{ line: 1 }] });
  });

  it('takes a last line without an end, a byte order mark and nothing at all', async () => {
    expect(await put(`\ufeff${toLine({ content: 'a' })}${toLine({ content: 'b' }).trimEnd()}`)).toMatchObject({ created: 2, problems: [] });
    expect(await put('')).toEqual({ created: 0, updated: 0, unchanged: 0, problems: [] });
  });

  it('counts a line that names another observer’s fingerprint as what it is: added', async () => {
    await put(toLine({ observer: 'Holder', metadata: { fingerprint: 'a'.repeat(26) }, status: 'open' }));
    const stranger = toLine({
      observer: 'Stranger',
      metadata: { fingerprint: 'a'.repeat(26) },
      status: 'open',
      created_at: '2026-01-01T00:00:00Z',
    });
    expect(await put(stranger)).toEqual({ created: 1, updated: 0, unchanged: 0, problems: [] });
    expect(await put(stranger + stranger)).toEqual({ created: 0, updated: 0, unchanged: 2, problems: [] });
    expect(contents(await exportAll())).toHaveLength(2);
  });

  it('is the same observer with spaces around its name, however it is told', async () => {
    await report('one');
    const observer = ' Security Reviewer\t';
    expect(await put(toLine({ content: 'one', observer }))).toMatchObject({ created: 0, updated: 1 });
    await desk.tool({ operation: 'create', ...makeEntry({ content: 'one', observer }) });
    const { total, counts } = await desk.observations.list({ filter: {}, sort: 'seen', descending: true, cursor: null, limit: 10 });
    expect([total, counts.byObserver]).toEqual([1, { 'Security Reviewer': 1 }]);
    expect((await put(toLine({ observer: '  ' }))).problems[0]?.message).toContain('observer');
  });

  it('gives a session to lines that name none, and refuses one that is not there', async () => {
    await put(toLine(), 's');
    expect((await desk.tool({ operation: 'list', session_id: 's' })).count).toBe(1);
    await expect(put(toLine(), 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is no memory of the whole: 20,000 lines, and a line that is too long', async () => {
    const entry = makeEntry({ metadata: { filler: 'x'.repeat(200) } });
    const lines = Readable.from(
      (function* () {
        for (let at = 0; at < 20_000; at += 1) yield Buffer.from(`${JSON.stringify({ ...entry, content: `Number ${at}` })}\n`);
        yield Buffer.from(`{"content":"${'x'.repeat(5 * 1024 * 1024)}"}\n`);
      })(),
    );
    const result = await desk.observations.import({ session: null, lines });
    expect(result).toMatchObject({ created: 20_000, problems: [{ line: 20_001 }] });
  });

  it('answers the first thousand of many bad lines', async () => {
    const { problems } = await put('no\n'.repeat(3_000));
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)?.message).toContain('2000 more');
  });

  it('say which lines to send again where the database is busy after some were stored', async () => {
    const { putObservations } = desk.store;
    let parts = 0;
    desk.store.putObservations = (...args) => {
      parts += 1;
      if (parts === 3) throw new AppError('store_busy', 'The database is busy.');
      return putObservations(...args);
    };
    const lines = Array.from({ length: 600 }, (_, at) => toLine({ content: `one ${at}` }));
    const failure = await put(lines.join('')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'conflict', details: { stored: 400, line: 401 } });
    expect(String(failure)).toContain('400 observations were stored, from the lines before line 401.');
    expect(await put(lines.slice(400).join(''))).toMatchObject({ created: 200 });
    parts = 2;
    await expect(put(toLine())).rejects.toMatchObject({ code: 'store_busy' });
  });
});
