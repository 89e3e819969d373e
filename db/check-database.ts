import Database from 'better-sqlite3';
import * as z from 'zod';
import { codeOf } from '../lib/domain/errors.ts';

/** `user_version` of a database that was found damaged: every process sees it, and no other copy of the archive has it. */
export const damagedVersion = 1;

/** `problem`: the first thing that is wrong, or null. `searchProblem`: what is wrong with the search index alone, which can be built again. */
type Check = { problem: string | null; searchProblem: string | null };

/**
 * Looks for damage in a whole database, which takes seconds per gigabyte, and marks it: a marked database takes no more writes, from any
 * process. The mark goes when nothing is found any more. A damaged search index is marked to be built again, by whoever indexes next.
 */
export const checkDatabase = (file: string): Check => {
  const db = new Database(file, { fileMustExist: true, timeout: 5_000 });
  try {
    const check = findProblems(db);
    const version = check.problem === null ? 0 : damagedVersion;
    if (db.pragma('user_version', { simple: true }) !== version) db.pragma(`user_version = ${version}`);
    if (check.problem === null && check.searchProblem !== null)
      db.exec("INSERT INTO index_state (name, value) VALUES ('search_damaged', 1) ON CONFLICT (name) DO UPDATE SET value = 1");
    return check;
  } finally {
    db.close();
  }
};

/** Of each full-text table SQLite names one problem. */
const maxProblems = 10;
const isOfSearch = (problem: string): boolean => /fts5/iu.test(problem) && /\bsearch_(?:words|pairs)\b/u.test(problem);

const findProblems = (db: Database.Database): Check => {
  try {
    const found = z.array(z.string()).parse(db.prepare(`PRAGMA quick_check(${maxProblems})`).pluck().all());
    return {
      problem: found.find((one) => one !== 'ok' && !isOfSearch(one)) ?? null,
      searchProblem: found.find(isOfSearch) ?? null,
    };
  } catch (error) {
    if (error instanceof Error && codeOf(error)?.startsWith('SQLITE_CORRUPT')) return { problem: error.message, searchProblem: null };
    throw error;
  }
};
