import { expect, test } from 'vitest';
import { buildRow } from '@/components/observations/build-row.ts';
import { printReach } from './print-reach.ts';
import { noSelection, toggleRow } from '@/components/observations/selection.ts';

const rows = [buildRow('a', { places: ['ledger', 'atlas'] }), buildRow('b', { places: ['ledger'] })];
const select = (...at: number[]) =>
  rows.filter((_, index) => at.includes(index)).reduce((selection, row) => toggleRow(selection, row, rows), noSelection);
const inLedger = { view: 'groups', projects: ['ledger'], session: null } as const;

test('a list that is not narrowed by place says it all', () => {
  expect(printReach({ ...inLedger, projects: [] }, select(0), rows)).toBeNull();
  expect(printReach({ ...inLedger, view: 'single' }, select(0), rows)).toBeNull();
});

test('groups that are elsewhere too name where', () => {
  expect(printReach(inLedger, select(0, 1), rows)).toBe('Applies to whole groups: in ledger, atlas');
  expect(printReach(inLedger, select(1), rows)).toBeNull();
});

test('all that match are acted on within the filter', () => {
  expect(printReach(inLedger, { kind: 'all', total: 900, resultSetHash: '900-x' }, rows)).toBeNull();
});

test('where not all of them are known, and for a session, it is said without names', () => {
  expect(printReach(inLedger, select(0, 1), rows.slice(1))).toBe('Applies to whole groups, in other projects too');
  expect(printReach({ ...inLedger, session: 's' }, select(1), rows)).toBe('Applies to whole groups, in other sessions too');
});
