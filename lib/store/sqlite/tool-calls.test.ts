import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { selectByResult } from './tool-calls.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

it('finds the call of a result by its index, however many calls the session has', () => {
  const db = openDatabase({ file: ':memory:', migrationsFolder });
  const plan = db.prepare<[string, string], { detail: string }>(`EXPLAIN QUERY PLAN ${selectByResult}`).all('s', 'r');
  expect(plan.map(({ detail }) => detail)).toContain('SEARCH c USING INDEX tool_calls_result (session_id=? AND result_record_id=?)');
  db.close();
});
