import type { Line } from '../format.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Entry } from './entry.ts';
import { childIdOf } from './sidechains.ts';

/** Ids in a path: `<uuid>.jsonl` is a session, `agent-<id>.jsonl` a subagent of the session whose folder holds the file. */
export type FileName = { sessionId: string | null; agentId: string | null; parentId: string | null; path: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;

export const toFileName = (path: string): FileName => {
  const folders = path.split(/[/\\]/u);
  const stem = (folders.at(-1) ?? '').replace(/\.[^.]*$/u, '').slice(0, 128);
  const parent = folders[folders.lastIndexOf('subagents') - 1] ?? '';
  return {
    sessionId: uuid.test(stem) ? stem : null,
    agentId: stem.startsWith('agent-') ? stem.slice(6) || null : null,
    parentId: uuid.test(parent) ? parent : null,
    path: folders.slice(-2).join('/'),
  };
};

/** The session in a file's name; null where it has none. */
export const toNamedSession = ({ sessionId, agentId, parentId }: FileName): string | null =>
  agentId !== null && parentId !== null ? childIdOf(parentId, agentId) : sessionId;

/** An id for a session that nothing names: made of its first line, and of the file's path if that line has neither id nor time. */
export const toUnnamedId = ({ path }: FileName, entry: Entry, line: Line): string =>
  `unnamed-${entry.uuid === null && entry.atMs === null ? fingerprintOf(`${path}\0${line.hash}`) : line.hash}`;
