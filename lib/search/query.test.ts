import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../store/make-batch.ts';
import path from 'node:path';
import { toExcerpt } from './highlight.ts';
import { parseQuery } from './query.ts';

const nowMs = Date.UTC(2026, 10, 23);
const parse = (text: string) => {
  const { terms, conditions, problems } = parseQuery(text, nowMs);
  return {
    terms: terms.map(({ words, role, isPrefix }) => `${role} ${words.join('+')}${isPrefix ? '*' : ''}`),
    conditions: conditions.map(({ start: _, end: __, ...condition }) => condition),
    problems: problems.map(({ message, start, end }) => `${message} [${text.slice(start, end)}]`),
  };
};

describe('a query', () => {
  it('has words, phrases, prefixes and what is excluded', () => {
    expect(parse('lock "no such table" -test auth* +must')).toEqual({
      terms: ['any lock', 'all no+such+table', 'none test', 'any auth*', 'all must'],
      conditions: [],
      problems: [],
    });
    expect(parse('src/auth.py:12 -a/b').terms).toEqual(['any src+auth+py+12', 'none a+b']);
    expect(parse('AND OR NOT NEAR(a b) ^x').terms).toEqual(['any AND', 'any OR', 'any NOT', 'any NEAR+a', 'any b', 'any x']);
    expect(parse('https://x.org note:this ->').terms).toEqual(['any https+x+org', 'any note+this']);
  });

  it('notes what looks like a condition and is searched as text', () => {
    const notes = (text: string) =>
      parseQuery(text, nowMs).notes.map(({ message, start, end }) => `${message} [${text.slice(start, end)}]`);
    expect(notes('a foo:bar')).toEqual(['foo: is no condition, so it is searched as text [foo:bar]']);
    expect(notes('-TOOLS:"my bash"')).toEqual([
      'tools: is no condition, so it is searched as text. Did you mean tool:? [-TOOLS:"my bash"]',
    ]);
    expect(notes('sinc:7d')).toEqual(['sinc: is no condition, so it is searched as text. Did you mean since:? [sinc:7d]']);
    expect(notes('https://x.org std::string localhost:4317 TypeError: x a/b:c "foo:bar" tool:bash')).toEqual([]);
  });

  it('has conditions', () => {
    expect(parse('tool:bash,Read -project:"my tools" KIND:Prompt has:finding -is:starred').conditions).toEqual([
      { field: 'tool', values: ['bash', 'Read'], isNot: false },
      { field: 'project', values: ['my tools'], isNot: true },
      { field: 'kind', values: ['prompt'], isNot: false },
      { field: 'finding', isNot: false },
      { field: 'starred', isNot: true },
    ]);
    expect(parse('since:7d before:2026-11-01T10:00Z').conditions).toEqual([
      { field: 'since', atMs: nowMs - 7 * 86_400_000 },
      { field: 'before', atMs: Date.UTC(2026, 10, 1, 10) },
    ]);
    // A former name.
    expect(parse('status:denied,OK').conditions).toEqual(parse('outcome:denied,ok').conditions);
    expect(parse('outcome:denied').conditions).toEqual([{ field: 'outcome', values: ['denied'], isNot: false }]);
    // Longer ago than anything.
    expect(parse('since:1000000d').conditions).toEqual([{ field: 'since', atMs: 0 }]);
  });

  it('names its problems at their places', () => {
    expect(parse('since:2026-02-31').problems).toEqual([
      'since: must be a date (2026-11-01) or an age (30m, 24h, 7d, 2w) [since:2026-02-31]',
    ]);
    expect(parse('a since:soon').problems).toEqual(['since: must be a date (2026-11-01) or an age (30m, 24h, 7d, 2w) [since:soon]']);
    expect(parse('kind:answer b').problems[0]).toMatch(/^kind: must be one of prompt, .* \[kind:answer\]$/u);
    expect(parse('tool: is:red').problems).toEqual(['tool: needs a value [tool:]', 'is: only supports starred [is:red]']);
    expect(parse('say "no').problems).toEqual(['The quote is not closed ["no]']);
    for (const alone of ['🚀 kind:response', '!!! kind:response', '"🚀" lock', '+🚀 lock', '-🚀 lock', '____ is:starred'])
      expect(parse(alone).problems).toEqual([`No letter or digit to search for [${alone.split(/ (?=k|l|i)/u)[0]}]`]);
    expect(parse('foo -> 🚀 C++').problems).toEqual([]);
    expect(parse('-since:7d').problems).toEqual(['since: cannot be excluded; use before:7d [-since:7d]']);
  });
});

/** One of ten is also grouped and counted. */
const grouped = 10;

it('is never broken by what a person types', { timeout: fuzzTimeout(60_000) }, async () => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../db/migrations') });
  const texts = ['fix the "lock" AND retry', '日本語のテスト', 'crème brûlée 🚀 NEAR(1)', ''];
  await store.append(
    makeBatch({ sessions: [makeSessionRow({ id: 's' })], records: texts.map((text, seq) => makeRecordRow({ sessionId: 's', seq, text })) }),
  );
  while ((await store.indexSome()) > 0);
  const piece = fc.oneof(
    fc.constantFrom(
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'NEAR(',
      '"',
      '""',
      '*',
      '-',
      '+',
      ':',
      '(',
      ')',
      '^',
      '{',
      '}',
      '\\',
      "'",
      ';--',
      '%',
      '_',
      ',',
      ' ',
    ),
    fc.constantFrom(
      'tool:',
      'kind:prompt',
      'project:x',
      'since:7d',
      'before:',
      'is:starred',
      '-has:finding',
      'session:s',
      'outcome:ok',
      'agent:',
    ),
    fc.constantFrom('日本', '語', 'テスト', '🚀', 'é', 'e\u0301', '\ud800', '\0', '\u202e', 'สวัส', 'lock', 'fix'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const short = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  // As many values or conditions as a query can have.
  const long = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('model', 'session', 'tool', 'project', 'agent', 'kind', 'outcome', ''),
      piece,
      fc.constantFrom(',', ' ', '.'),
    )
    .map(([sign, field, value, gap]) => `${sign}${field === '' ? '' : `${field}:`}${`${value}${gap}`.repeat(2_000)}`.slice(0, 2_000));
  const query = fc.oneof({ weight: 200, arbitrary: short }, { weight: 1, arbitrary: long });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const asked = parseQuery(text, nowMs);
      const { terms, conditions, problems } = asked;
      for (const { start, end } of [...terms, ...conditions, ...problems])
        if (start < 0 || end < start || end > text.length) throw new Error(`${start} ${end}`);
      const { items } = await store.search(asked, { cursor: null, limit: 5 });
      count += 1;
      if (count % grouped === 0) {
        await store.searchSessions(asked, { cursor: null, limit: 5, perSession: 3 });
        await store.countMatches(asked);
      }
      for (const { text: found } of items) {
        const { excerpt, ranges } = toExcerpt(found, terms);
        for (const [start, end] of ranges)
          if (start >= end || end > excerpt.length) throw new Error(`${start} ${end} of ${excerpt.length}`);
      }
    }),
    fuzz(20_000),
  );
  await store.close();
});
