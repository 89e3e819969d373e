import type { EndBasis, FoundBy, RetrieveInput, TurnEnd } from '../../domain/retrieval.ts';
import type { SearchCondition, SearchTerm } from '../../domain/search.ts';
import { maxReadPromptChars } from '../../domain/turn-metric.ts';
import { listTelling } from '../../retrieval/filler-words.ts';
import { selectExamples, type Selection } from '../../retrieval/select-examples.ts';
import { toTurnEnd } from '../../retrieval/turn-end.ts';
import { findTermsIn } from '../../search/highlight.ts';
import type { Continuation, RankedRecord } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';
import { findByResults } from './find-by-results.ts';

/** Prompts that are looked at, the best first, and how many at a time: further ones until enough of them qualify. */
const maxCandidates = 500;
const chunkCandidates = 50;

/** A prompt that matches, or whose results do, with what followed. Texts are as they are stored. */
export type Candidate = RankedRecord & Continuation & { foundBy: FoundBy | null; end: TurnEnd; endBasis: EndBasis };

type Asked = Pick<RetrieveInput, 'top_k' | 'min_score' | 'continuation_limit' | 'include_failed' | 'project'>;
type Search = {
  terms: readonly SearchTerm[];
  /** Those that results are found by. */
  rarest: readonly SearchTerm[];
  /** Sessions; with all of their families. */
  except: readonly string[];
  signal?: AbortSignal;
};

type CandidateStore = Pick<Store, 'rankRecords' | 'readContinuations' | 'listBlockedExamples' | 'findTaskPrompts' | 'readText'>;

/**
 * Ranks past prompts once, and reads what followed the best of them until enough qualify. Where those examples lack words, tasks whose
 * results have more of them are looked for, too. Fails when `signal` aborts in between.
 */
export const findCandidates = async (
  store: CandidateStore,
  asked: Asked,
  { terms, rarest, except, signal }: Search,
): Promise<Selection<Candidate>> => {
  const conditions: SearchCondition[] =
    asked.project === undefined ? [] : [{ field: 'project' as const, values: [asked.project], isNot: false }];
  const prompts: SearchCondition = { field: 'kind', values: ['prompt'], isNot: false };
  const blocked = new Set(await store.listBlockedExamples());
  const options = { topK: asked.top_k, minScore: asked.min_score, includeFailed: asked.include_failed, blocked };
  const telling = listTelling(terms);
  const needed = telling.length === terms.length ? undefined : telling;
  const request = { terms, conditions: [prompts, ...conditions] };
  const ranked = telling.length === 0 ? [] : await store.rankRecords(request, { limit: maxCandidates, except, needed });
  const read = async (found: readonly (RankedRecord & { foundBy: FoundBy | null })[]): Promise<Candidate[]> => {
    const continuations = await store.readContinuations(found, asked.continuation_limit);
    return found.flatMap((one, at) => {
      const continuation = continuations[at];
      return continuation ? [{ ...one, ...continuation, ...toTurnEnd(continuation) }] : [];
    });
  };
  const candidates: Candidate[] = [];
  let selection = selectExamples(candidates, options);
  for (let from = 0; from < ranked.length; from += chunkCandidates) {
    signal?.throwIfAborted();
    const chunk = ranked.slice(from, from + chunkCandidates);
    candidates.push(...(await read(chunk.map((found) => ({ ...found, foundBy: null })))));
    selection = selectExamples(candidates, options);
    const isTooLow = (chunk.at(-1)?.score ?? 0) < selection.best * asked.min_score;
    if (selection.examples.length >= asked.top_k || isTooLow) break;
  }
  if (asked.top_k === 0) return selection;
  const countWords = async ({ sessionId, recordId }: Candidate): Promise<number> => {
    const text = await store.readText(sessionId, recordId, 'text', 0, maxReadPromptChars);
    return findTermsIn(text?.text ?? '', rarest, false).length;
  };
  const moreThan = Math.max(0, ...(await Promise.all(selection.examples.map(countWords))));
  signal?.throwIfAborted();
  const found = await findByResults(store, { terms: rarest, conditions, except, moreThan });
  if (found.length === 0) return selection;
  const tasks = new Set(found.map(({ recordId }) => recordId));
  return selectExamples([...candidates.filter(({ recordId }) => !tasks.has(recordId)), ...(await read(found))], options);
};
