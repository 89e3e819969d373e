import type { Relation } from '../domain/session.ts';
import type { Tokens } from '../domain/tokens.ts';

/** A value with the place where it was said: [ms, line]. */
type Said<Value> = { value: Value; at: readonly [ms: number, line: number] };

/**
 * What sources say of a session, each with its place, so that merging is commutative and associative: any order of files
 * gives the same facts. Plain JSON.
 */
export type SessionFacts = {
  title?: Said<string> & { rank: number };
  cwd?: Said<string>;
  gitBranch?: Said<string>;
  agentVersion?: Said<string>;
  agentName?: Said<string>;
  parentNativeId?: Said<string>;
  relation?: Said<Relation>;
  costUsd?: Said<number>;
  tokens?: Said<Tokens>;
  /** First place of each model. */
  models?: Record<string, readonly [ms: number, line: number]>;
  /** What a running agent said of its session: it holds where no file says it. */
  live?: SessionFacts;
};

/** Facts of one statement. */
export type Statement = {
  at: readonly [ms: number, line: number];
  title?: string | null;
  titleRank?: number;
  cwd?: string | null;
  gitBranch?: string | null;
  agentVersion?: string | null;
  agentName?: string | null;
  parentNativeId?: string | null;
  relation?: Relation | null;
  model?: string | null;
  costUsd?: number | null;
  tokens?: Tokens | null;
};

/** Facts of one statement; what it leaves empty says nothing. */
export const toFacts = (said: Statement): SessionFacts => {
  const { at } = said;
  const fact = <Value>(value: Value | null | undefined): Said<Value> | undefined =>
    value === null || value === undefined || value === '' ? undefined : { value, at };
  const title = fact(said.title);
  return dropAbsent({
    title: title && { ...title, rank: said.titleRank ?? 1 },
    cwd: fact(said.cwd),
    gitBranch: fact(said.gitBranch),
    agentVersion: fact(said.agentVersion),
    agentName: fact(said.agentName),
    parentNativeId: fact(said.parentNativeId),
    relation: fact(said.relation),
    costUsd: fact(said.costUsd),
    tokens: fact(said.tokens),
    models: said.model ? { [said.model]: at } : undefined,
  });
};

/** Merges two sets of facts. The title of the highest rank wins; the first prompt's stays the earliest, all others the latest. Of tokens the larger total holds. */
export const mergeFacts = (a: SessionFacts, b: SessionFacts): SessionFacts =>
  dropAbsent({
    title: pickTitle(a.title, b.title),
    cwd: pick(a.cwd, b.cwd, 'earliest'),
    gitBranch: pick(a.gitBranch, b.gitBranch, 'earliest'),
    agentVersion: pick(a.agentVersion, b.agentVersion, 'latest'),
    agentName: pick(a.agentName, b.agentName, 'earliest'),
    parentNativeId: pick(a.parentNativeId, b.parentNativeId, 'earliest'),
    relation: pick(a.relation, b.relation, 'earliest'),
    costUsd: pick(a.costUsd, b.costUsd, 'latest'),
    tokens: pickTokens(a.tokens, b.tokens),
    models: mergeModels(a.models, b.models),
    live: a.live && b.live ? mergeFacts(a.live, b.live) : (a.live ?? b.live),
  });

/** What holds of a session: what files say, and what a running agent said where they are silent. */
export const toSpokenFacts = ({ live, ...said }: SessionFacts): SessionFacts => ({ ...live, ...said });

/** Models in the order in which they first answered. */
export const listModels = (facts: SessionFacts): string[] =>
  Object.entries(facts.models ?? {})
    .sort(([nameA, a], [nameB, b]) => comparePlace(a, b) || (nameA < nameB ? -1 : 1))
    .map(([name]) => name);

const comparePlace = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0] || a[1] - b[1];

const pick = <Value>(a: Said<Value> | undefined, b: Said<Value> | undefined, which: 'earliest' | 'latest'): Said<Value> | undefined => {
  if (!a || !b) return a ?? b;
  const order = comparePlace(a.at, b.at) || (JSON.stringify(a.value) <= JSON.stringify(b.value) ? -1 : 1);
  return order < 0 === (which === 'earliest') ? a : b;
};

/** Totals grow: several files of one session give the total up to their own end. */
const pickTokens = (a: SessionFacts['tokens'], b: SessionFacts['tokens']): SessionFacts['tokens'] => {
  if (!a || !b) return a ?? b;
  const [sumA, sumB] = [sumTokens(a.value), sumTokens(b.value)];
  return sumA === sumB ? pick(a, b, 'latest') : sumA > sumB ? a : b;
};

const sumTokens = ({ input, cacheRead, cacheWrite, output }: Tokens): number =>
  (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) + (output ?? 0);

const pickTitle = (a: SessionFacts['title'], b: SessionFacts['title']): SessionFacts['title'] => {
  if (!a || !b) return a ?? b;
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  return pick(a, b, a.rank === 1 ? 'earliest' : 'latest') === a ? a : b;
};

const mergeModels = (a: SessionFacts['models'], b: SessionFacts['models']): SessionFacts['models'] => {
  if (!a || !b) return a ?? b;
  const merged = new Map(Object.entries(a));
  for (const [name, at] of Object.entries(b)) {
    const known = merged.get(name);
    if (!known || comparePlace(at, known) < 0) merged.set(name, at);
  }
  return Object.fromEntries(merged);
};

const dropAbsent = (facts: { [Key in keyof SessionFacts]: SessionFacts[Key] | undefined }): SessionFacts => {
  const entries: [string, unknown][] = Object.entries(facts);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};
