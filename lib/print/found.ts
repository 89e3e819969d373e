import { printBytes } from './bytes.ts';
import { printAgo } from './duration.ts';
import { printCount } from './number.ts';

type Found = { label: string; sessions: number; bytes: number; newestAtMs: number | null };

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** `59 Claude Code and 6 Codex sessions, 108 MB, newest 2 h ago` */
export const printFound = (found: readonly Found[], nowMs: number | null): string => {
  const sessions = found.reduce((sum, folder) => sum + folder.sessions, 0);
  const times = found.flatMap(({ newestAtMs }) => newestAtMs ?? []);
  return [
    `${list.format(found.map((folder) => `${printCount(folder.sessions)} ${folder.label}`))} ${sessions === 1 ? 'session' : 'sessions'}`,
    printBytes(found.reduce((sum, { bytes }) => sum + bytes, 0)),
    ...(times.length === 0 || nowMs === null ? [] : [`newest ${printAgo(Math.max(0, nowMs - Math.max(...times)))}`]),
  ].join(', ');
};
