import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import type { Store } from '../../lib/store/store.ts';
import { getSessionId } from '../get-session-id.ts';

export const current = 'current';
/** How many of the newest sessions are searched for the current folder. */
const maxRecent = 200;

export const sessionArgument = z
  .string()
  .min(1)
  .max(400)
  .describe(
    'Session id, agent:id (claude-code:1234…), the agent\'s own session id or a prefix of 8 or more characters, or "current": the newest session in the folder where this server was started.',
  );

/** Session id for the argument. Fails with `not_found`. */
export const getArgumentSession = (store: Store, name: string): Promise<string> =>
  name === current
    ? getCurrentSession(store, process.cwd())
    : getSessionId(store, name, `There is no session ${name}. Use search_records to find sessions by their text.`);

const getCurrentSession = async (store: Store, folder: string): Promise<string> => {
  const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: maxRecent });
  const found = items.find(({ cwd }) => cwd === folder);
  if (!found) throw new AppError('not_found', `None of the newest ${maxRecent} sessions ran in ${folder}. Use a session id.`);
  return found.id;
};
