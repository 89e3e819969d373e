import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import type { Store } from '../../lib/store/store.ts';
import { getSessionId } from '../get-session-id.ts';

const current = 'current';
/** Newest sessions among which that of the folder is looked for. */
const newest = 200;

export const sessionArgument = z
  .string()
  .min(1)
  .max(400)
  .describe(
    'A session: its id, agent:id (claude-code:1234…), the id that its agent gave it or how that begins (8 characters or more), or "current": the newest session of the folder in which this server was started.',
  );

/** Our id of the session that is meant. Fails with `not_found`. */
export const getArgumentSession = (store: Store, name: string): Promise<string> =>
  name === current
    ? getCurrentSession(store, process.cwd())
    : getSessionId(store, name, `There is no session ${name}. search_records finds sessions by what was said in them.`);

const getCurrentSession = async (store: Store, folder: string): Promise<string> => {
  const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: newest });
  const found = items.find(({ cwd }) => cwd === folder);
  if (!found) throw new AppError('not_found', `There is no session of ${folder} among the newest ${newest}: name one by its id.`);
  return found.id;
};
