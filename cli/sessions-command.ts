import * as z from 'zod';
import { AppError } from '../lib/domain/errors.ts';
import { session as sessionSchema, type Session, type SessionFilter } from '../lib/domain/session.ts';
import { toAgentLabel } from '../lib/formats/registry.ts';
import { computeColumns, cutColumns, fitColumns } from '../lib/print/columns.ts';
import { printAgo } from '../lib/print/duration.ts';
import { printCount, printCounted } from '../lib/print/number.ts';
import { printSessionTitle } from '../lib/print/session-title.ts';
import { printDay } from '../lib/print/time.ts';
import { unknown } from '../lib/print/unknown.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { parseInstant } from '../lib/search/query.ts';
import { isLive } from '../lib/session/live.ts';
import type { Store } from '../lib/store/store.ts';
import { withArchive } from './open-archive.ts';
import { getOutputColumns } from './output-columns.ts';
import { parseLimit } from './parse-limit.ts';

export type SessionsOptions = {
  limit?: string;
  project?: string;
  agent?: string;
  errors: boolean;
  since?: string;
  warmups: boolean;
  json: boolean;
};

const pageSize = 200;
const defaultLimit = 50;
/** Enough to tell one from another; `session` says so if it is not. */
const idChars = 8;
const maxProjectColumns = 20;
/** Older ones are named by their day. */
const maxAgoMs = 7 * 86_400_000;

const plain = (text: string | null): string => toVisibleText(text ?? unknown).replace(/\s+/g, ' ');

const printStarted = (atMs: number | null, nowMs: number): string =>
  atMs !== null && nowMs - atMs >= 0 && nowMs - atMs < maxAgoMs ? printAgo(nowMs - atMs) : printDay(atMs, nowMs);

/** A table in `columns` columns: the titles are cut. */
export const printSessions = (sessions: readonly Session[], { nowMs, columns }: { nowMs: number; columns: number }): string => {
  const projectColumns = Math.min(maxProjectColumns, Math.max(7, ...sessions.map(({ project }) => computeColumns(plain(project)))));
  const toLine = (id: string, started: string, turns: string, calls: string, errors: string, project: string, title: string) =>
    cutColumns(
      [
        id.padEnd(idChars),
        started.padEnd(11),
        turns.padStart(5),
        calls.padStart(7),
        errors.padStart(6),
        fitColumns(project, projectColumns),
        title,
      ].join('  '),
      columns,
    );
  return [
    toLine('id', 'started', 'turns', 'calls', 'errors', 'project', 'title'),
    ...sessions.map((session) =>
      toLine(
        session.id.slice(0, idChars),
        printStarted(session.startedAtMs, nowMs),
        printCount(session.turns),
        printCount(session.toolCalls),
        printCount(session.toolErrors),
        plain(session.project),
        `${isLive(session, nowMs) ? '[live] ' : ''}${printSessionTitle({ ...session, agentLabel: toAgentLabel(session.family) })}`,
      ),
    ),
  ].join('\n');
};

const parseSince = (text: string, nowMs: number): number => {
  const sinceMs = parseInstant(text, nowMs);
  if (sinceMs === null) throw new AppError('invalid_input', `--since ${text}: use a date (2026-11-01) or an age (30m, 24h, 7d, 2w).`);
  return sinceMs;
};

/** Newest first, at most `limit`; the count is of all that match. */
const listNewest = async (store: Store, filter: SessionFilter, sinceMs: number | null, limit: number) => {
  const found: Session[] = [];
  let total = 0;
  let cursor: string | null = null;
  do {
    const page = await store.listSessions(filter, 'started', true, { cursor, limit: pageSize });
    const recent = page.items.filter(({ startedAtMs }) => sinceMs === null || (startedAtMs !== null && startedAtMs >= sinceMs));
    found.push(...recent.slice(0, limit - found.length));
    total = sinceMs === null ? page.total : total + recent.length;
    const isLast = sinceMs === null ? found.length >= limit : recent.length < page.items.length;
    cursor = isLast ? null : page.nextCursor;
  } while (cursor !== null);
  return { found, total };
};

/** `sessions`: newest first, without subagents. */
export const sessionsCommand = ({ project, agent, errors, json, ...options }: SessionsOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const nowMs = Date.now();
    const limit = options.limit === undefined ? (json ? Infinity : defaultLimit) : parseLimit(options.limit);
    const sinceMs = options.since === undefined ? null : parseSince(options.since, nowMs);
    const filter = { project, family: agent, hasErrors: errors || undefined };
    const hides = !json && !options.warmups;
    const { found, total } = await listNewest(store, { ...filter, warmups: hides ? 'hide' : undefined }, sinceMs, limit);
    const hidden = hides ? (await listNewest(store, { ...filter, warmups: 'only' }, sinceMs, 0)).total : 0;
    if (json) process.stdout.write(`${JSON.stringify(z.encode(z.array(sessionSchema), found), null, 2)}\n`);
    else if (found.length > 0) {
      process.stdout.write(`${printSessions(found, { nowMs, columns: getOutputColumns() })}\n`);
      if (found.length < total)
        process.stderr.write(`Showing the newest ${found.length} of ${printCounted(total, 'session')}. Use --limit for more.\n`);
    } else if (hidden === 0) process.stderr.write(await explainNone(store));
    if (hidden > 0) process.stderr.write(`${printCounted(hidden, 'warm-up')} hidden. Use --warmups to list them.\n`);
    return 0;
  });

/** What there is to filter by; an archive without sessions is named anyway. */
const explainNone = async (store: Store): Promise<string> => {
  const { total, families } = await store.sessionFacets();
  return total === 0
    ? ''
    : `None of ${printCounted(total, 'session')} matches. Agents: ${families.map(({ value }) => value).join(', ')}.\n`;
};
