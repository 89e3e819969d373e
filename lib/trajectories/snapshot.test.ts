import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { rewriteSnapshot } from './__fixtures__/rewrite-snapshot.ts';
import { parseSnapshot } from './snapshot.ts';

const minimal = { version: '1', created_at: '2026-01-31T10:00:00+00:00' };
const id = '3f2b8c1e-8a55-4b60-9f5e-0d6c6f1f7a10';

const flawsOf = (text: string): readonly string[] => {
  const reading = parseSnapshot(text);
  return 'flaws' in reading ? reading.flaws : [];
};
const readingOf = (over: object) => parseSnapshot(JSON.stringify({ ...minimal, ...over }));

describe('parseSnapshot', () => {
  it.each<[object, string]>([
    [{ version: undefined }, 'its version is missing'],
    [{ version: 1 }, 'its version is not a text'],
    [{ version: '2' }, 'its version is "2", and only version "1" is known'],
    [{ created_at: undefined }, 'its created_at is missing'],
    [{ created_at: 5 }, 'its created_at is not a text'],
    [{ created_at: 'soon' }, 'its created_at is "soon", which is not a time'],
    [{ parent_id: '' }, 'its parent_id is not a UUID'],
    [{ children_ids: null }, 'its children_ids is not a list'],
    [{ children_ids: [id, 'x'] }, 'its children_ids holds something other than UUIDs'],
    [{ slices: {} }, 'its slices is not a list'],
    [{ slices: [1] }, 'its slice 1 is not an object'],
    [{ slices: [{ slice_type: 1, item_type: 'a:B' }] }, 'its slice 1 has no slice_type that is a text'],
    [{ slices: [{ slice_type: 'a:B' }] }, 'its slice 1 has no item_type that is a text'],
    [{ slices: [{ slice_type: 'a:B', item_type: 'a:B', items: {} }] }, 'the items of its slice 1 are not a list'],
    [{ slices: [{ slice_type: 'a:B', item_type: 'a:B', items: ['x'] }] }, 'the items of its slice 1 are not all objects'],
    [{ tags: [] }, 'its tags is not an object'],
    [{ tags: { a: null } }, 'its tags holds something other than texts'],
    [{ policies: null }, 'its policies is not an object'],
    [{ policies: { 'a:B': 'keep' } }, 'its policies holds something other than "state" and "log"'],
  ])('refuses %j: %s', (over, flaw) => {
    expect(flawsOf(JSON.stringify({ ...minimal, ...over }))).toEqual([flaw]);
  });

  it('names all that is wrong', () => {
    expect(flawsOf('{"tags":3}')).toHaveLength(3);
  });

  it.each([
    ['', 'it is not JSON: it ends too early'],
    ['{"version": "1"', 'it is not JSON: it ends too early'],
    ['{"version": "1} ', 'it is not JSON: it ends too early'],
    ['{} {}', 'it is not JSON: unexpected "{}" at character 4'],
    ['[]', 'it is not an object'],
    ['\uFEFF{}', 'it begins with a byte order mark, which weakincentives does not read'],
    [`{"a":${'['.repeat(70_000)}`, 'This JSON has more than 60,000 levels, too many to be read.'],
  ])('refuses %.20s', (text, flaw) => {
    expect(flawsOf(text)).toEqual([flaw]);
  });

  it('takes NaN and Infinity, as Python does', () => {
    const text =
      '{"version":"1","created_at":"2026-01-31","extra":NaN,"slices":[{"slice_type":"a:B","item_type":"a:B","items":[{"n":-Infinity,"i":1}]}]}';
    expect(parseSnapshot(text)).toMatchObject({ snapshot: { slices: [{ items: [{ n: -Infinity, i: 1 }] }] } });
    expect(rewriteSnapshot(text)).toContain('"items": [{"i": 1, "n": -Infinity}]');
  });

  it('keeps the last of two slices of one type', () => {
    const slice = (value: number) => ({ slice_type: 'a:B', item_type: 'a:B', items: [{ value }] });
    expect(readingOf({ slices: [slice(1), slice(2)] })).toMatchObject({ snapshot: { slices: [{ items: [{ value: 2 }] }] } });
  });

  it.each([id, id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`])('reads the UUID %s', (parent) => {
    expect(readingOf({ parent_id: parent })).toMatchObject({ snapshot: { parentId: id } });
  });

  it.each([
    ['2024-01-01', '2024-01-01T00:00:00+00:00'],
    ['2024-W01-1', '2024-01-01T00:00:00+00:00'],
    ['2020W537T00', '2021-01-03T00:00:00+00:00'],
    ['20240101T120000', '2024-01-01T12:00:00+00:00'],
    ['2024-01-01 12:00', '2024-01-01T12:00:00+00:00'],
    ['2024-02-29T23:59:59,123456789Z', '2024-02-29T23:59:59.123456+00:00'],
    ['2024-01-01T12:00:00.5+05:30', '2024-01-01T12:00:00.500000+05:30'],
    ['2024-01-01T12-0100', '2024-01-01T12:00:00-01:00'],
    ['0001-01-01T00:00:00+00:00:01.5', '0001-01-01T00:00:00+00:00:01.500000'],
  ])('reads the time %s', (text, iso) => {
    expect(readingOf({ created_at: text })).toMatchObject({ snapshot: { createdAt: { iso } } });
  });

  it.each(['9999-12-31T23:59:59.999999+00:00', '9999-12-31T23:59:59-23:59'])('keeps %s within the years that dates have', (text) => {
    const reading = readingOf({ created_at: text });
    if (!('snapshot' in reading)) return expect.fail('it is one');
    const { atMs, atUs } = reading.snapshot.createdAt;
    expect(new Date(atMs).toISOString()).toBe('9999-12-31T23:59:59.999Z');
    expect(atUs).toBe(253_402_300_799_999_999n);
  });

  it('keeps microseconds', () => {
    expect(readingOf({ created_at: '2026-01-31T10:00:00.123456+01:00' })).toMatchObject({
      snapshot: {
        createdAt: { atMs: Date.parse('2026-01-31T09:00:00.123Z'), atUs: BigInt(Date.parse('2026-01-31T09:00:00.123Z')) * 1_000n + 456n },
      },
    });
  });

  it.each([
    '2023-02-29',
    '0000-01-01',
    '2024-13-01',
    '2021-W53-1',
    '2024-W01-8',
    '2024-01-01T24:00',
    '2024-01-01T1:00',
    '2024-01-01T',
    '2024-01',
  ])('takes %s for no time', (text) => {
    expect(flawsOf(JSON.stringify({ ...minimal, created_at: text }))).toEqual([`its created_at is "${text}", which is not a time`]);
  });

  it('takes linear time', { timeout: 20_000 }, () => {
    const item = { text: 'é"\\\n'.repeat(50), list: [1, 0.5, null] };
    const ofItems = (count: number) =>
      JSON.stringify({ ...minimal, slices: [{ slice_type: 'a:B', item_type: 'a:B', items: new Array<object>(count).fill(item) }] });
    const timed = (text: string): number => {
      const startedAt = performance.now();
      expect(rewriteSnapshot(text)).not.toBeNull();
      expect(flawsOf(text)).toEqual([]);
      return performance.now() - startedAt;
    };
    timed(ofItems(1_000));
    const [small, large] = [ofItems(2_700), ofItems(27_000)];
    expect(large.length).toBeGreaterThan(10_000_000);
    // Ten times the bytes; quadratic would be a hundred times the time.
    expect(timed(large)).toBeLessThan(40 * Math.max(timed(small), 5));
  });
});

describe('rewriteSnapshot', () => {
  const number = fc.oneof(
    fc.double().map((value) => (Number.isFinite(value) ? value : 0)),
    fc.integer(),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, false),
      number,
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  const name = fc.string({ unit: 'binary', maxLength: 6 });
  const fields = fc.dictionary(name, value, { maxKeys: 4 });
  const slice = fc.record({ slice_type: name, item_type: name, items: fc.array(fields, { maxLength: 3 }) });
  const snapshot = fc.record(
    {
      version: fc.constant('1'),
      created_at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
      parent_id: fc.option(fc.uuid()),
      children_ids: fc.array(fc.uuid(), { maxLength: 3 }),
      slices: fc.array(slice, { maxLength: 4 }),
      tags: fc.dictionary(name, name, { maxKeys: 4 }),
      policies: fc.dictionary(name, fc.constantFrom('state', 'log'), { maxKeys: 4 }),
      extra: value,
    },
    { requiredKeys: ['version', 'created_at'] },
  );

  it('gives the bytes of a line that the library wrote, and nothing is lost on the way there', () => {
    fc.assert(
      fc.property(snapshot, fc.constantFrom(undefined, 1), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        const written = rewriteSnapshot(text) ?? '';
        expect(rewriteSnapshot(written)).toBe(written);
        expect(parseSnapshot(written)).toEqual({
          snapshot: expect.objectContaining(sorted(parseSnapshot(text))) as unknown,
        });
      }),
      fuzz(200),
    );
  });

  const sorted = (reading: ReturnType<typeof parseSnapshot>): object => {
    if ('flaws' in reading) throw new Error(reading.flaws.join());
    const { slices, createdAt, ...rest } = reading.snapshot;
    return { ...rest, createdAt: { ...createdAt, iso: createdAt.iso }, slices: expect.arrayContaining([...slices]) as unknown };
  };

  it.each([
    ['1.0', '1.0'],
    ['1', '1'],
    ['-0', '0'],
    ['-0.0', '-0.0'],
    ['12345678901234567890', '12345678901234567890'],
    ['1E5', '100000.0'],
    ['1e16', '1e+16'],
    ['1234567890123456.7', '1234567890123456.8'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05'],
    ['-2.5e-7', '-2.5e-07'],
    ['1e999', 'Infinity'],
    ['"\\u00e9\\u007f\\ud83d\\ude00\\ud800/\\/"', '"\\u00e9\\u007f\\ud83d\\ude00\\ud800//"'],
  ])('writes %s as Python does', (given, expected) => {
    const text = `{"version":"1","created_at":"2026-01-31","slices":[{"slice_type":"a:B","item_type":"a:B","items":[{"v":${given}}]}]}`;
    expect(rewriteSnapshot(text)).toContain(`"items": [{"v": ${expected}}]`);
  });

  it('sorts keys by code points', () => {
    expect(rewriteSnapshot(JSON.stringify({ ...minimal, tags: { '😀': 'b', '\uffee': 'a', __proto__x: 'c' } }))).toContain(
      '"tags": {"__proto__x": "c", "\\uffee": "a", "\\ud83d\\ude00": "b"}',
    );
  });

  it('gives nothing for what is refused, or too deep for Python', () => {
    expect(rewriteSnapshot('{}')).toBeNull();
    expect(rewriteSnapshot(`{"a":${'['.repeat(2_000)}`)).toBeNull();
    expect(rewriteSnapshot(JSON.stringify(minimal).replace('{', `{"a":${'9'.repeat(5_000)},`))).toBeNull();
  });
});
