import * as z from 'zod';
import { sessionEndpoints } from '../lib/contracts/sessions.ts';
import { AppError } from '../lib/domain/errors.ts';
import { session as sessionSchema, type SessionFilter, type SessionSort } from '../lib/domain/session.ts';
import type { StoppedCalls } from '../lib/domain/session-names.ts';
import { computeColumns, cutColumns, fitColumns } from '../lib/print/columns.ts';
import { printAgo } from '../lib/print/duration.ts';
import { printCount, printCounted } from '../lib/print/number.ts';
import { printProject } from '../lib/print/project.ts';
import { printSilence } from '../lib/print/silence.ts';
import { printSessionTitle } from '../lib/print/session-title.ts';
import { printDay } from '../lib/print/time.ts';
import { unknown } from '../lib/print/unknown.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { parseInstant } from '../lib/search/query.ts';
import { makeSessionService, type SessionService } from '../lib/services/sessions.ts';
import type { Store } from '../lib/store/store.ts';
import { getView } from './get-view.ts';
import { withArchive } from './open-archive.ts';
import { getOutputColumns } from './output-columns.ts';
import { parseLimit } from './parse-limit.ts';
import { printJson, printNote } from './print.ts';

export type SessionsOptions = {
  view?: string;
  limit?: string;
  project?: string;
  agent?: string;
  errors: boolean;
  calls?: StoppedCalls;
  since?: string;
  warmups: boolean;
  json: boolean;
};

type Listed = Awaited<ReturnType<SessionService['list']>>['items'][number];

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
export const printSessions = (sessions: readonly Listed[], { nowMs, columns }: { nowMs: number; columns: number }): string => {
  const projectColumns = Math.min(
    maxProjectColumns,
    Math.max(7, ...sessions.map((session) => computeColumns(plain(printProject(session))))),
  );
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
        plain(printProject(session)),
        `${session.live ? '[live] ' : ''}${session.silent ? `[${printSilence(session, nowMs)}] ` : ''}${printSessionTitle(session)}`,
      ),
    ),
  ].join('\n');
};

const parseSince = (text: string, nowMs: number): number => {
  const sinceMs = parseInstant(text, nowMs);
  if (sinceMs === null) throw new AppError('invalid_input', `--since ${text}: use a date (2026-11-01) or an age (30m, 24h, 7d, 2w).`);
  return sinceMs;
};

type List = { filter: SessionFilter; sort: SessionSort; descending: boolean };
const newest: List = { filter: {}, sort: 'started', descending: true };

/** List that a saved view shows, as on the page. */
const readView = async (sessions: SessionService, name: string): Promise<List> => {
  // Only this needs what reads addresses.
  const { loadList, toListQuery } = await import('../lib/client/session-list.ts');
  const { shown } = getView((await sessions.listViews()).views, name, 'sessions');
  const parsed = sessionEndpoints.list.query.safeParse(toListQuery(loadList(shown.list)));
  if (!parsed.success) throw new AppError('invalid_input', `--view ${name}: this view has filters that no list takes. Save it anew.`);
  const { sort, order, cursor: _, limit: __, ...filter } = parsed.data;
  return { filter, sort, descending: order === 'desc' };
};

/** In the order of the list, at most `limit`; the count is of all that match. */
const listSome = async (sessions: SessionService, list: List, sinceMs: number | null, limit: number) => {
  const found: Listed[] = [];
  let total = 0;
  let cursor: string | null = null;
  const isNewestFirst = list.sort === 'started' && list.descending;
  do {
    const page = await sessions.list({ ...list, cursor, limit: pageSize });
    const recent = page.items.filter(({ startedAtMs }) => sinceMs === null || (startedAtMs !== null && startedAtMs >= sinceMs));
    found.push(...recent.slice(0, limit - found.length));
    total = sinceMs === null ? page.total : total + recent.length;
    const isLast = sinceMs === null ? found.length >= limit : isNewestFirst && recent.length < page.items.length;
    cursor = isLast ? null : page.nextCursor;
  } while (cursor !== null);
  return { found, total };
};

/** `sessions`: newest first, without subagents; or a saved view. */
export const sessionsCommand = ({ view, project, agent, errors, calls, json, ...options }: SessionsOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const nowMs = Date.now();
    const sessions = makeSessionService({ store, now: () => nowMs });
    const limit = options.limit === undefined ? (json ? Infinity : defaultLimit) : parseLimit(options.limit);
    const sinceMs = options.since === undefined ? null : parseSince(options.since, nowMs);
    const list = view === undefined ? newest : await readView(sessions, view);
    const narrowed = {
      ...list.filter,
      ...(project !== undefined && { project }),
      ...(agent !== undefined && { family: agent }),
      ...(errors && { hasErrors: true }),
      ...(calls !== undefined && { hasCalls: calls }),
    };
    const hides = !options.warmups && (view === undefined ? !json : list.filter.warmups === 'hide');
    const count = (warmups: SessionFilter['warmups'], max: number) =>
      listSome(sessions, { ...list, filter: { ...narrowed, warmups } }, sinceMs, max);
    const { found, total } = await count(hides ? 'hide' : undefined, limit);
    const hidden = hides ? (await count('only', 0)).total : 0;
    if (json) printJson(z.encode(z.array(sessionSchema), found));
    else if (found.length > 0) {
      process.stdout.write(`${printSessions(found, { nowMs, columns: getOutputColumns() })}\n`);
      if (found.length < total)
        printNote(
          `Showing the ${view === undefined ? 'newest' : 'first'} ${found.length} of ${printCounted(total, 'session')}. Use --limit for more.`,
        );
    } else if (hidden === 0) await explainNone(store);
    if (hidden > 0) printNote(`${printCounted(hidden, 'warm-up')} hidden. Use --warmups to list them.`);
    return 0;
  });

/** Names the agents to filter by; an empty archive is reported anyway. */
const explainNone = async (store: Store): Promise<void> => {
  const { total, families } = await store.sessionFacets();
  if (total > 0) printNote(`None of ${printCounted(total, 'session')} matches. Agents: ${families.map(({ value }) => value).join(', ')}.`);
};
