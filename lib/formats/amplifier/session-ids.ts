import type { Line } from '../format.ts';

/** Ids that name a session: a uuid, or what sub-sessions are called. */
const sessionId = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16}-)/iu;

/**
 * The session of a file whose lines name none: the folder that holds it, where that is named as sessions are or stands in
 * `sessions`; else the file's first line.
 */
export const toFileSession = (path: string, line: Line): string => {
  const folders = path.split(/[/\\]/u).slice(0, -1);
  if (folders.at(-1) === 'context-intelligence') folders.pop();
  const folder = folders.at(-1) ?? '';
  const isSession = folder.length <= 256 && (sessionId.test(folder) || (folder !== '' && folders.at(-2) === 'sessions'));
  return isSession ? folder : `unnamed-${line.hash}`;
};

/** Parent and agent from the id of a sub-session, `{parent}-{span}_{agent}`. A parent that is a span itself names no session. */
export const toSubSession = (id: string): { parent: string | null; agent: string | null } => {
  const [, parent = '', agent = ''] = /^(.{1,256})-[0-9a-f]{8,32}_(.{1,128})$/u.exec(id) ?? [];
  return { parent: parent === '' || /^[0-9a-f]{16}$/u.test(parent) ? null : parent, agent: agent || null };
};
