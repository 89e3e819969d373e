import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { bytesOf, findNode, parseJsonTree, pointerOf, readNode } from './json-tree.ts';
import { searchTree } from './search-tree.ts';
import { viewNode } from './view-node.ts';

const view = (text: string, pointer = '', from = 0, limit = 100) => viewNode(parseJsonTree(text), pointer, from, limit);

describe('parseJsonTree', () => {
  it('names each value by a pointer that leads back to it, and reads it as it is written', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const tree = parseJsonTree(text);
        const read = (at: number): unknown => JSON.parse(tree.text.slice(tree.starts[at], tree.ends[at]));
        for (let node = 0; node < tree.starts.length; node += 1) {
          const found = findNode(tree, pointerOf(tree, node));
          // The last value of a duplicate key.
          expect(found === null ? null : read(found)).toEqual(read(node));
        }
      }),
      fuzz(200),
    );
  });

  it('refuses what is no JSON with the place', () => {
    for (const text of ['', '{', '[1', '[1 2]', '{"a" 1}', '{"a":}', '[1,]', '1 2', '"a', '[}', '{1:2}'])
      expect(() => parseJsonTree(text), text).toThrow(SyntaxError);
    expect(() => parseJsonTree('[1,]')).toThrow('unexpected "]" at character 4');
    expect(() => parseJsonTree('["a')).toThrow('it ends too early');
  });

  it('never fails otherwise, and stands any depth', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', '1') }), (text) => {
        try {
          parseJsonTree(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      fuzz(500),
    );
    const deep = parseJsonTree(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`);
    expect(deep.starts).toHaveLength(50_001);
    expect(findNode(deep, '/0'.repeat(50_000))).toBe(50_000);
  });

  it('reads numbers of Python, and keeps those that JavaScript cannot hold', () => {
    const tree = parseJsonTree('[NaN, -Infinity, 12345678901234567890, 1.0]');
    expect([1, 2, 3, 4].map((node) => readNode(tree, node))).toEqual(['NaN', '-Infinity', '12345678901234567890', '1.0']);
  });

  it('counts bytes, not characters', () => {
    const tree = parseJsonTree('{"é": "日本"}');
    expect(bytesOf(tree, 1)).toBe(8);
    expect(bytesOf(tree, 0)).toBe(16);
  });
});

describe('viewNode', () => {
  it('shows the values inside one in windows', () => {
    const list = JSON.stringify({ items: Array.from({ length: 500 }, (_, at) => at) });
    const window = view(list, '/items', 200, 3);
    expect(window).toMatchObject({ total: 500, node: { kind: 'list', children: 500 } });
    expect(window?.children.map(({ pointer, preview }) => [pointer, preview])).toEqual([
      ['/items/200', '200'],
      ['/items/201', '201'],
      ['/items/202', '202'],
    ]);
    expect(view(list, '/items/x')).toBeNull();
    expect(view(list, '/items/500')).toBeNull();
    expect(view(list, 'items')).toBeNull();
  });

  it('previews members, names slices by their type, and escapes keys in pointers', () => {
    const node = view('{"slices": [{"items": [{}], "slice_type": "app:Plan"}], "a/b~": {"k": {"x": 1}, "l": [], "t": "long"}}');
    expect(node?.children.map(({ pointer, preview }) => [pointer, preview])).toEqual([
      ['/slices', '[{…}]'],
      ['/a~1b~0', '{k: {…}, l: [], t: "long"}'],
    ]);
    expect(view('{"slices": [{"slice_type": "app:Plan"}]}', '/slices')?.children[0]?.sliceType).toBe('app:Plan');
    expect(view('{"a/b~": {"k": 7}}', '/a~1b~0')?.children[0]).toMatchObject({ pointer: '/a~1b~0/k', preview: '7' });
  });

  it('cuts long texts and says so', () => {
    const node = view(JSON.stringify(['é'.repeat(1_000)]))?.children[0];
    expect(node).toMatchObject({ isCut: true, bytes: 2_002 });
    expect(node?.preview).toHaveLength(200);
  });

  it('lets the last of a repeated key hold, as Python does', () => {
    expect(view('{"a": 1, "b": 2, "a": 3}')?.children.map(({ key, preview }) => [key, preview])).toEqual([
      ['a', '3'],
      ['b', '2'],
    ]);
  });
});

describe('searchTree', () => {
  it('finds keys and values whatever their case and escapes', () => {
    const tree = parseJsonTree('{"Plan": {"status": "PLAN \\u00e9t\\u00c9"}, "n": [12, true], "note": "a \\"plan\\""}');
    expect(searchTree(tree, 'plan', 10)).toEqual({
      hits: [
        { pointer: '/Plan', place: 'key' },
        { pointer: '/Plan/status', place: 'value' },
        { pointer: '/note', place: 'value' },
      ],
      total: 3,
    });
    expect(searchTree(tree, 'ÉTÉ', 10).hits.map(({ pointer }) => pointer)).toEqual(['/Plan/status']);
    expect(searchTree(tree, '"plan"', 10).total).toBe(1);
    expect(searchTree(tree, '12', 10).hits[0]?.pointer).toBe('/n/0');
    expect(searchTree(tree, '', 10).total).toBe(0);
    expect(searchTree(tree, 't', 2)).toMatchObject({ hits: { length: 2 }, total: 3 });
  });

  it('names fewer hits where their pointers are long', () => {
    const depth = 300;
    const key = 'a'.repeat(1_000);
    const tree = parseJsonTree(`{"${key}":`.repeat(depth) + '1' + '}'.repeat(depth));
    const { hits, total } = searchTree(tree, 'a', 1_000);
    expect(total).toBe(depth);
    expect(hits.reduce((chars, { pointer }) => chars + pointer.length, 0)).toBeLessThan(1_400_000);
  });

  it('searches a snapshot of 10 MB in time', () => {
    const item = (at: number) => ({ path: `src/module_${at}.py`, note: `line ${at} — é\n`, score: at / 7, labels: ['a', 'b'] });
    const text = JSON.stringify({ version: '1', slices: [{ items: Array.from({ length: 100_000 }, (_, at) => item(at)) }] });
    expect(text.length).toBeGreaterThan(9_000_000);
    const tree = parseJsonTree(text);
    const startedMs = performance.now();
    expect(searchTree(tree, 'MODULE_99999', 100)).toMatchObject({ total: 1 });
    // A busy machine takes several times what a quiet one does: 0.1 s.
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});
