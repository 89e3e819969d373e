import { createLoader, createSerializer, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { sessionSorts, stoppedCalls, type StoppedCalls } from '../domain/session-names.ts';
import type { SessionSort } from '../domain/session.ts';

/** The fields of the address of the sessions list. */
export const listFields = {
  q: parseAsString.withDefault(''),
  project: parseAsString,
  agent: parseAsString,
  model: parseAsString,
  errors: parseAsBoolean.withDefault(false),
  calls: parseAsStringLiteral(stoppedCalls),
  starred: parseAsBoolean.withDefault(false),
  subagents: parseAsBoolean.withDefault(false),
  warmups: parseAsBoolean.withDefault(false),
  /** Shows demo sessions beside one's own. */
  demo: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(sessionSorts).withDefault('started'),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  at: parseAsString,
  page: parseAsInteger.withDefault(1),
};

export type SessionListFilter = {
  q: string;
  project: string | null;
  agent: string | null;
  model: string | null;
  errors: boolean;
  calls: StoppedCalls | null;
  starred: boolean;
  subagents: boolean;
  warmups: boolean;
  demo: boolean;
};
export type SessionListPlace = { sort: SessionSort; order: 'asc' | 'desc'; at: string | null; page: number };

export const firstPage = { at: null, page: 1 };
const print = createSerializer(listFields);
const load = createLoader(listFields);

/** A list as its address has it, without the page: `project=shop&sort=errors`. Empty: all sessions by start. */
export const printList = (state: SessionListFilter & SessionListPlace): string => print({ ...state, ...firstPage }).slice(1);
/** The first page of a list, as `printList` gives it. */
export const loadList = (list: string): SessionListFilter & SessionListPlace => ({ ...load(`?${list}`), ...firstPage });

export const pageSize = 50;

/** Query for the server: the state of the address, without inactive filters. */
export const toListQuery = ({
  q,
  project,
  agent,
  model,
  errors,
  calls,
  starred,
  subagents,
  warmups,
  demo,
  sort,
  order,
  at,
}: SessionListFilter & SessionListPlace) => ({
  q: q.trim() === '' ? undefined : q.trim(),
  project: project ?? undefined,
  family: agent ?? undefined,
  model: model ?? undefined,
  hasErrors: errors ? 'true' : undefined,
  hasCalls: calls ?? undefined,
  starred: starred ? 'true' : undefined,
  includeChildren: subagents ? 'true' : undefined,
  warmups: warmups ? undefined : ('hide' as const),
  hidesDemo: demo ? undefined : 'true',
  sort,
  order,
  cursor: at ?? undefined,
  limit: pageSize,
});

/** Counts the warm-up sessions that the same filters would list. */
export const toWarmupQuery = (state: SessionListFilter & SessionListPlace) => ({
  ...toListQuery({ ...state, at: null }),
  warmups: 'only' as const,
  limit: 1,
});
