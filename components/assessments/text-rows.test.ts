import { describe, expect, it } from 'vitest';
import { computeAllDiffLines } from '@/components/session/diff-lines.ts';
import { collapseTextRows, toTextRows, type TextRow } from './text-rows.ts';

const before = '# Title\n\n**Severity**: caution\n\n## Stall\n\ntwo times\n\na\nb\nc\nd\ne\nf\ng\nh\n### Tail\n';
const after = '# Title\n\n**Severity**: warning\n\n## Stall\n\ntwo times\n\nand more\n\na\nb\nc\nd\ne\nf\ng\nh\n### Tail\n';
const side = (line: TextRow['left']) => line && `${line.before ?? line.after} ${line.parts.map(({ text }) => text).join('')}`;
const show = ({ left, right, change }: TextRow) => [
  side(left),
  right && `${right.after} ${right.parts.map(({ text }) => text).join('')}`,
  change,
];
const lines = computeAllDiffLines(before, after, 1);

describe('toTextRows', () => {
  it('puts what was beside what is, without blank lines', () => {
    const { rows, changes } = toTextRows(lines, true);
    expect(changes).toBe(2);
    expect(rows.slice(0, 6).map(show)).toEqual([
      ['1 # Title', '1 # Title', null],
      ['3 **Severity**: caution', '3 **Severity**: warning', 0],
      ['5 ## Stall', '5 ## Stall', null],
      ['7 two times', '7 two times', null],
      [null, '9 and more', 1],
      ['9 a', '11 a', null],
    ]);
  });
  it('puts it above where there is one column', () => {
    expect(toTextRows(lines, false).rows.slice(1, 3).map(show)).toEqual([
      ['3 **Severity**: caution', null, 0],
      [null, '3 **Severity**: warning', 0],
    ]);
  });
});

it('collapses equal stretches of over six lines', () => {
  const parts = collapseTextRows(toTextRows(lines, true).rows);
  const collapses = parts.flatMap((part) => (part.kind === 'collapsed' ? [part] : []));
  expect(collapses.map(({ rows, heading }) => [rows.length, heading])).toEqual([[7, 'Tail']]);
  expect(parts.length).toBe(8);
  const equal = collapseTextRows(toTextRows(computeAllDiffLines(before, before, 1), true).rows);
  expect(equal).toMatchObject([{ kind: 'collapsed', heading: 'Stall' }]);
});
