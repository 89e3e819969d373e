import type { Relation } from '../domain/session.ts';
import type { Tokens } from '../domain/tokens.ts';
import { comparePlace, pick, type Said } from './said.ts';
import { mergeOutcomes, toOutcomeFacts, type TurnOutcome, type TurnOutcomeFacts } from './turn-outcomes.ts';

/** Usage of one run of a session, as its source reports it. */
type RunTotals = { costUsd: number | null; tokens: Tokens | null };

/**
 * Facts about a session from its sources, each with its place, so that merging is commutative and associative: any order of files gives the
 * same facts. Plain JSON.
 */
export type SessionFacts = {
  title?: Said<string> & { rank: number };
  cwd?: Said<string>;
  /** As `toRepositoryKey` gives it: without user and password. */
  repository?: Said<string>;
  /** The folder that the session's worktree was made of, and the name of that. */
  mainFolder?: Said<string>;
  worktree?: Said<string>;
  gitBranch?: Said<string>;
  agentVersion?: Said<string>;
  agentName?: Said<string>;
  parentNativeId?: Said<string>;
  relation?: Said<Relation>;
  continues?: Said<string>;
  costUsd?: Said<number>;
  tokens?: Said<Tokens>;
  /** Usage of single runs of the session, by run name; the sum is the usage of the session. */
  runs?: Record<string, Said<RunTotals>>;
  /** A client printed entries of it without their times. */
  printsUntimed?: true;
  /** A score of the result, and how the run ended, in the source's words. */
  reward?: Said<number>;
  exitStatus?: Said<string>;
  /** By the source's own numbers of the turns. */
  turnOutcomes?: Record<string, TurnOutcomeFacts>;
  /** First place of each model. */
  models?: Record<string, readonly [ms: number, line: number]>;
  /** Facts from a running agent about its session; each holds where no file gives it. */
  live?: SessionFacts;
};

/** Facts of one statement. */
export type Statement = {
  at: readonly [ms: number, line: number];
  title?: string | null;
  titleRank?: number;
  cwd?: string | null;
  repository?: string | null;
  mainFolder?: string | null;
  worktree?: string | null;
  gitBranch?: string | null;
  agentVersion?: string | null;
  agentName?: string | null;
  parentNativeId?: string | null;
  relation?: Relation | null;
  continues?: string;
  model?: string | null;
  costUsd?: number | null;
  tokens?: Tokens | null;
  run?: string;
  printsUntimed?: boolean;
  reward?: number | null;
  exitStatus?: string | null;
  turnOutcome?: TurnOutcome;
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
    repository: fact(said.repository),
    mainFolder: fact(said.mainFolder),
    worktree: fact(said.worktree),
    gitBranch: fact(said.gitBranch),
    agentVersion: fact(said.agentVersion),
    agentName: fact(said.agentName),
    parentNativeId: fact(said.parentNativeId),
    relation: fact(said.relation),
    continues: fact(said.continues),
    ...(said.run === undefined
      ? { costUsd: fact(said.costUsd), tokens: fact(said.tokens) }
      : { runs: { [said.run]: { value: { costUsd: said.costUsd ?? null, tokens: said.tokens ?? null }, at } } }),
    printsUntimed: said.printsUntimed === true ? true : undefined,
    reward: fact(said.reward),
    exitStatus: fact(said.exitStatus),
    turnOutcomes: said.turnOutcome && toOutcomeFacts(said.turnOutcome, at[1]),
    models: said.model ? { [said.model]: at } : undefined,
  });
};

/**
 * Merges two sets of facts. The title of the highest rank wins; the first prompt's stays the earliest, all others the latest. For tokens,
 * the larger total holds.
 */
export const mergeFacts = (a: SessionFacts, b: SessionFacts): SessionFacts =>
  dropAbsent({
    title: pickTitle(a.title, b.title),
    cwd: pick(a.cwd, b.cwd, 'earliest'),
    repository: pick(a.repository, b.repository, 'earliest'),
    mainFolder: pick(a.mainFolder, b.mainFolder, 'earliest'),
    worktree: pick(a.worktree, b.worktree, 'earliest'),
    gitBranch: pick(a.gitBranch, b.gitBranch, 'earliest'),
    agentVersion: pick(a.agentVersion, b.agentVersion, 'latest'),
    agentName: pick(a.agentName, b.agentName, 'earliest'),
    parentNativeId: pick(a.parentNativeId, b.parentNativeId, 'earliest'),
    relation: pick(a.relation, b.relation, 'earliest'),
    continues: pick(a.continues, b.continues, 'earliest'),
    costUsd: pick(a.costUsd, b.costUsd, 'latest'),
    tokens: pickTokens(a.tokens, b.tokens),
    runs: mergeRuns(a.runs, b.runs),
    printsUntimed: a.printsUntimed ?? b.printsUntimed,
    reward: pick(a.reward, b.reward, 'latest'),
    exitStatus: pick(a.exitStatus, b.exitStatus, 'latest'),
    turnOutcomes: mergeOutcomes(a.turnOutcomes, b.turnOutcomes),
    models: mergeModels(a.models, b.models),
    live: a.live && b.live ? mergeFacts(a.live, b.live) : (a.live ?? b.live),
  });

/** Facts that hold for a session: those from files, and those from a running agent where files give none. */
export const toSpokenFacts = ({ live, ...said }: SessionFacts): SessionFacts => ({ ...live, ...said });

/** Models in the order in which they first answered. */
export const listModels = (facts: SessionFacts): string[] =>
  Object.entries(facts.models ?? {})
    .sort(([nameA, a], [nameB, b]) => comparePlace(a, b) || (nameA < nameB ? -1 : 1))
    .map(([name]) => name);

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
  return pick(a, b, a.rank <= 1 ? 'earliest' : 'latest') === a ? a : b;
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

const mergeRuns = (a: SessionFacts['runs'], b: SessionFacts['runs']): SessionFacts['runs'] => {
  if (!a || !b) return a ?? b;
  const merged = Object.entries(b).map(([run, totals]) => [run, pick(a[run], totals, 'latest') ?? totals] as const);
  return { ...a, ...Object.fromEntries(merged) };
};

/** Reported usage of the whole session: the sum over its runs, or the source's total for the session. */
export const toReportedTotals = ({ runs, costUsd, tokens }: SessionFacts): RunTotals => {
  const all = Object.values(runs ?? {}).map(({ value }) => value);
  if (all.length === 0) return { costUsd: costUsd?.value ?? null, tokens: tokens?.value ?? null };
  const sum = (counts: readonly (number | null | undefined)[]): number | null =>
    counts.reduce<number | null>((total, one) => (one === null || one === undefined ? total : (total ?? 0) + one), null);
  return {
    costUsd: sum(all.map((run) => run.costUsd)),
    tokens: {
      input: sum(all.map((run) => run.tokens?.input)),
      cacheRead: sum(all.map((run) => run.tokens?.cacheRead)),
      cacheWrite: sum(all.map((run) => run.tokens?.cacheWrite)),
      output: sum(all.map((run) => run.tokens?.output)),
      reasoning: sum(all.map((run) => run.tokens?.reasoning)),
    },
  };
};

const dropAbsent = (facts: { [Key in keyof SessionFacts]: SessionFacts[Key] | undefined }): SessionFacts => {
  const entries: [string, unknown][] = Object.entries(facts);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};
