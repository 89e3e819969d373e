import type { FoundBy, ResultBasis, RetrieveInput, TurnResult } from '../../domain/retrieval.ts';
import type { SearchCondition, SearchTerm } from '../../domain/search.ts';
import { maxReadPromptChars } from '../../domain/turn-metric.ts';
import { leastCoverage, type Coverage } from '../../retrieval/coverage.ts';
import { listTelling } from '../../retrieval/filler-words.ts';
import { selectExamples, type Selection } from '../../retrieval/select-examples.ts';
import { toTaskText } from '../../retrieval/task-text.ts';
import { toTurnResult } from '../../retrieval/turn-end.ts';
import { foldWord, listWords } from '../../search/words.ts';
import type { Continuation, RankedRecord } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';
import { findByResults } from './find-by-results.ts';

/** Prompts that are looked at, the best first, and how many at a time: further ones until enough of them qualify. */
const maxCandidates = 500;
const chunkCandidates = 50;
/** After this many in a row that have too few of the words, the rest, which score less, are not looked at. */
const maxUncovered = 150;

/** A prompt that matches, or whose results do, with what followed. Texts are as they are stored. */
export type Candidate = RankedRecord &
  Continuation & {
    foundBy: Omit<FoundBy, 'excerpt'> | null;
    coverage: number;
    task: string;
    result: TurnResult;
    resultBasis: ResultBasis;
  };

type Found = RankedRecord & { foundBy: Candidate['foundBy']; coverage?: number; matchSeq?: number };
type Asked = Pick<RetrieveInput, 'top_k' | 'min_score' | 'continuation_limit' | 'include_failed'> & {
  /** Names of projects that sessions must be in; left out: any. */
  projects?: readonly string[];
};
type Search = {
  terms: readonly SearchTerm[];
  /** Those that results are found by. */
  rarest: readonly SearchTerm[];
  coverage: Coverage;
  /** Sessions; with all of their families. */
  except: readonly string[];
  signal?: AbortSignal;
};

type CandidateStore = Pick<Store, 'rankRecords' | 'readContinuations' | 'listBlockedExamples' | 'findTaskPrompts' | 'readText'>;

const noContinuation: Continuation = {
  ...{ steps: [], lastOutcome: null, isAnswered: false, isRefuted: false, verification: null },
  ...{ reward: null, isCompleted: null, exitStatus: null },
};
/** Equal for the same words, however they are written. */
const toTaskName = (task: string): string => listWords(task).map(foldWord).join(' ');

/**
 * Ranks past prompts once, and reads what followed the best of them that have enough of the words, until enough qualify. Where those
 * examples lack words, tasks whose results have more of them are looked for, too. Fails when `signal` aborts in between.
 */
export const findCandidates = async (
  store: CandidateStore,
  asked: Asked,
  { terms, rarest, coverage, except, signal }: Search,
): Promise<Selection<Candidate>> => {
  const conditions: SearchCondition[] = asked.projects ? [{ field: 'project' as const, values: [...asked.projects], isNot: false }] : [];
  const prompts: SearchCondition = { field: 'kind', values: ['prompt'], isNot: false };
  const blocked = new Set(await store.listBlockedExamples());
  const options = { topK: asked.top_k, minScore: asked.min_score, includeFailed: asked.include_failed, blocked };
  const telling = listTelling(terms);
  const needed = telling.length === terms.length ? undefined : telling;
  const request = { terms, conditions: [prompts, ...conditions] };
  const ranked = telling.length === 0 ? [] : await store.rankRecords(request, { limit: maxCandidates, except, needed });
  const read = async (all: readonly Found[]): Promise<Candidate[]> => {
    const found = await Promise.all(
      all.map(async (one) => {
        const text = await store.readText(one.sessionId, one.recordId, 'text', 0, maxReadPromptChars);
        const task = toTaskText(text?.text ?? '');
        return { ...one, coverage: one.coverage ?? coverage.ofText(task), task: toTaskName(task) };
      }),
    );
    const isRead = ({ foundBy, coverage: covered }: (typeof found)[number]): boolean => foundBy !== null || covered >= leastCoverage.prompt;
    const continuations = await store.readContinuations(found.filter(isRead), asked.continuation_limit);
    let next = 0;
    return found.map(({ matchSeq: _, ...one }) => {
      const continuation = (isRead(one) ? continuations[next] : undefined) ?? noContinuation;
      if (isRead(one)) next += 1;
      return { ...one, ...continuation, ...toTurnResult(continuation) };
    });
  };
  const candidates: Candidate[] = [];
  let selection = selectExamples(candidates, options);
  let uncovered = 0;
  for (let from = 0; from < ranked.length && uncovered < maxUncovered; from += chunkCandidates) {
    signal?.throwIfAborted();
    const chunk = ranked.slice(from, from + chunkCandidates);
    const found = await read(chunk.map((one) => ({ ...one, foundBy: null })));
    candidates.push(...found);
    uncovered = found.some(({ coverage: covered }) => covered >= leastCoverage.prompt) ? 0 : uncovered + found.length;
    selection = selectExamples(candidates, options);
    const isTooLow = (chunk.at(-1)?.score ?? 0) < selection.best.prompt * asked.min_score;
    if (selection.examples.length >= asked.top_k || isTooLow) break;
  }
  if (asked.top_k === 0) return selection;
  const moreThan = Math.max(0, ...selection.examples.map(({ coverage: covered }) => covered));
  signal?.throwIfAborted();
  const tasks = await findByResults(store, { terms: rarest, conditions, except, coverage, moreThan });
  if (tasks.length === 0) return selection;
  const qualified = new Set(selection.examples.map(({ recordId }) => recordId));
  const others = tasks.filter(({ recordId }) => !qualified.has(recordId));
  const found = new Set(others.map(({ recordId }) => recordId));
  return selectExamples([...candidates.filter(({ recordId }) => !found.has(recordId)), ...(await read(others))], options);
};
