import os from 'node:os';
import path from 'node:path';
import { checkDatabase } from '../db/check-database.ts';
import { log, toLogFields } from '../lib/server/log.ts';

/** A process of its own: the server can end it at any moment, which a thread within one long call of the engine would not let it. */
const [, , databaseFile = ''] = process.argv;
os.setPriority(os.constants.priority.PRIORITY_LOW);
try {
  const { problem, searchProblem } = checkDatabase(databaseFile, path.resolve(import.meta.dirname, '../db/migrations'));
  if (problem !== null) log('error', 'the database is damaged and takes no more changes', { databaseFile, problem });
  else if (searchProblem !== null) log('warn', 'the search index is damaged and is built again', { databaseFile, problem: searchProblem });
} catch (error) {
  log('warn', 'check of the database', toLogFields(error));
}
