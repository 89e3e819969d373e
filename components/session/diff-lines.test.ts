import { describe, expect, it } from 'vitest';
import { computeDiffLines, countChanges, findFirstLine, shortenLine } from './diff-lines.ts';

const drawn = (before: string, after: string, first: number | null = 1) =>
  computeDiffLines(before, after, first).map((line) => {
    const sign = { same: ' ', added: '+', removed: '-', cut: '…' }[line.kind];
    return `${line.before ?? ''}|${line.after ?? ''}|${sign}${line.parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('')}`;
  });

describe('computeDiffLines', () => {
  it('marks the words that changed', () => {
    expect(drawn('const a = 1;\nconst page = read(job.state);', 'const a = 1;\nconst page = read(cursor);')).toEqual([
      '1|1| const a = 1;',
      '2||-const page = read([job.state]);',
      '|2|+const page = read([cursor]);',
    ]);
  });
  it('does not mark lines that share next to nothing', () => {
    expect(drawn('alpha beta gamma', 'one two three')).toEqual(['1||-alpha beta gamma', '|1|+one two three']);
  });
  it('numbers both sides apart, or not at all', () => {
    expect(drawn('a\nb', 'x\na\nb', 10)).toEqual(['|10|+x', '10|11| a', '11|12| b']);
    expect(drawn('a', 'b', null)).toEqual(['||-a', '||+b']);
  });
  it('cuts equal stretches', () => {
    const same = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
    const lines = drawn(`${same}\nold`, `${same}\nnew`);
    expect(lines[0]).toBe('||…17 unchanged lines');
    expect(lines).toHaveLength(6);
  });
  it('takes an empty side and a missing newline at the end', () => {
    expect(drawn('', 'a\nb\n')).toEqual(['|1|+a', '|2|+b']);
    expect(drawn('a\n', 'a')).toEqual(['1|1| a']);
  });
  it('counts', () => {
    expect(countChanges(computeDiffLines('a\nb', 'a\nc\nd', 1))).toEqual({ added: 2, removed: 1 });
  });
  it('stays quick on texts that share nothing', () => {
    const text = (seed: string) => Array.from({ length: 4000 }, (_, i) => `${seed}${i}`).join('\n');
    expect(countChanges(computeDiffLines(text('a'), text('b'), null))).toEqual({ added: 4000, removed: 4000 });
  });
});

describe('shortenLine', () => {
  const draw = (before: string, after: string) =>
    computeDiffLines(before, after, null).map(({ parts }) =>
      shortenLine(parts)
        .map(({ text, marked }) => (marked ? `[${text}]` : text))
        .join(''),
    );
  const long = 'word '.repeat(60);

  it('keeps a change beyond the end of the screen in view, also in a line of many thousand characters', () => {
    const [removed = '', added = ''] = draw(`${long}const a = 1;${long}`, `${long}const b = 1;${long}`);
    expect(removed).toMatch(/^….{1,80}\[a\].{1,80}…$/u);
    expect(added).toMatch(/^….{1,80}\[b\].{1,80}…$/u);
    const [minified = ''] = draw(
      `${'x();'.repeat(5_000)}y("😀");${'z();'.repeat(5_000)}`,
      `${'x();'.repeat(5_000)}y("😁");${'z();'.repeat(5_000)}`,
    );
    expect(minified).toMatch(/^….{1,80}\[😀\].{1,80}…$/u);
  });
  it('shows what is between two changes only beside them', () => {
    const [removed = ''] = draw(`a(${long})=1`, `b(${long})=2`);
    expect(removed).toMatch(/^\[a\].{1,80}….{1,80}\[1\]$/u);
  });
  it('leaves short lines whole, and shows the beginning of those that are new', () => {
    expect(draw('a b c', 'a x c')).toEqual(['a [b] c', 'a [x] c']);
    expect(draw('', `${long}${long}`)).toEqual([`${`${long}${long}`.slice(0, 240)}…`]);
  });
});

describe('findFirstLine', () => {
  it('reads the numbered excerpt', () => {
    expect(findFirstLine('updated:\n    85→before\n    86→const x = 1;', 'const x = 1;\nmore')).toBe(86);
    expect(findFirstLine('updated', 'const x = 1;')).toBeNull();
    expect(findFirstLine(null, 'x')).toBeNull();
  });
});
