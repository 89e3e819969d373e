import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../db/open-database.ts';
import { selectIsWide, selectSharingEach, selectSharingTimed, selectSharingUntimed } from './overlaps.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');

it.each([selectIsWide, selectSharingEach, selectSharingTimed, selectSharingUntimed])(
  'finds new records by their numbers, however many the archive holds',
  (select) => {
    const db = openDatabase({ file: ':memory:', migrationsFolder });
    const steps = db.prepare<{ row: number }, { detail: string }>(`EXPLAIN QUERY PLAN ${select}`).all({ row: 0 });
    const plan = steps.map(({ detail }) => detail);
    expect(plan.filter((step) => /^SCAN (?:records|a|b)\b/u.test(step) || step.endsWith('records_native (native_hash>?)'))).toEqual([]);
    expect(plan).toContainEqual(expect.stringContaining('USING INTEGER PRIMARY KEY (rowid>?)'));
    db.close();
  },
);
