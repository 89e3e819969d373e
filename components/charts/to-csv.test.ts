import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '@/e2e/fuzz.ts';
import { groupColumns } from './chart-data.ts';
import { toCsv } from './to-csv.ts';

it('writes numbers unrounded, unknown ones empty, and quotes what needs it', () => {
  const rows = [
    ['Nov 3', { value: 0.6123, text: '61.2 %' }],
    ['a "b", c', { value: null, text: '–' }],
  ];
  expect(toCsv({ columns: ['Week', { group: 'Used', label: 'rate' }], rows })).toBe('Week,Used: rate\r\nNov 3,0.6123\r\n"a ""b"", c",\r\n');
});

it('disarms texts that spreadsheets would run, but not negative numbers', () => {
  expect(toCsv({ columns: ['=1+1'], rows: [['@SUM(A1)'], [{ value: -2, text: '−2' }]] })).toBe("'=1+1\r\n'@SUM(A1)\r\n-2\r\n");
});

it('disarms them behind whatever a spreadsheet skips', () => {
  const lead = fc
    .array(fc.constantFrom(' ', '\t', '\r', '\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u202e', '\u0000'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(lead, fc.constantFrom('=', '+', '-', '@', '＝'), fc.string(), (space, sign, rest) => {
      const field = toCsv({ columns: ['a'], rows: [[space + sign + rest]] }).slice('a\r\n'.length);
      expect(field.replace(/^"/u, '')).not.toMatch(/^(?:[\s\p{Z}\p{Cf}\p{Cc}]*[=+\-@＝]|[\t\r])/u);
    }),
    fuzz(200),
  );
  expect(toCsv({ columns: ['a'], rows: [[' =1+1'], ['a=1'], [' a'], [{ value: -2, text: ' −2' }]] })).toBe(
    "a\r\n' =1+1\r\na=1\r\n a\r\n-2\r\n",
  );
});

it('heads the columns of a series with its name', () => {
  const columns = ['Week', { group: 'Used', label: 'rate' }, { group: 'Used', label: 'turns' }, { group: 'None', label: 'rate' }];
  expect(groupColumns(columns)).toEqual([
    { group: null, labels: ['Week'] },
    { group: 'Used', labels: ['rate', 'turns'] },
    { group: 'None', labels: ['rate'] },
  ]);
});
