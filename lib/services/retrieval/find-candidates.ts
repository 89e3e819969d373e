import type { EndBasis, RetrieveInput, TurnEnd } from '../../domain/retrieval.ts';
import type { SearchCondition, SearchTerm } from '../../domain/search.ts';
import { listTelling } from '../../retrieval/filler-words.ts';
import { selectExamples, type Selection } from '../../retrieval/select-examples.ts';
import { toTurnEnd } from '../../retrieval/turn-end.ts';
import type { Continuation, RankedRecord } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';

/** Prompts that are looked at, the best first, and how many at a time: further ones until enough of them qualify. */
const maxCandidates = 500;
const chunkCandidates = 50;

/** A prompt that matches, with what followed. Texts are as they are stored. */
export type Candidate = RankedRecord & Continuation & { end: TurnEnd; endBasis: EndBasis };

type Asked = Pick<RetrieveInput, 'top_k' | 'min_score' | 'continuation_limit' | 'include_failed' | 'project'>;
type Search = {
  terms: readonly SearchTerm[];
  /** Sessions; with all of their families. */ except: readonly string[];
  signal?: AbortSignal;
};

/** Ranks past prompts once, and reads what followed the best of them until enough qualify. Fails when `signal` aborts in between. */
export const findCandidates = async (
  store: Pick<Store, 'rankRecords' | 'readContinuations' | 'listBlockedExamples'>,
  asked: Asked,
  { terms, except, signal }: Search,
): Promise<Selection<Candidate>> => {
  const conditions: SearchCondition[] = [
    { field: 'kind', values: ['prompt'], isNot: false },
    ...(asked.project === undefined ? [] : [{ field: 'project' as const, values: [asked.project], isNot: false }]),
  ];
  const blocked = new Set(await store.listBlockedExamples());
  const options = { topK: asked.top_k, minScore: asked.min_score, includeFailed: asked.include_failed, blocked };
  const telling = listTelling(terms);
  const needed = telling.length === terms.length ? undefined : telling;
  const ranked = telling.length === 0 ? [] : await store.rankRecords({ terms, conditions }, { limit: maxCandidates, except, needed });
  const candidates: Candidate[] = [];
  let selection = selectExamples(candidates, options);
  for (let from = 0; from < ranked.length; from += chunkCandidates) {
    signal?.throwIfAborted();
    const chunk = ranked.slice(from, from + chunkCandidates);
    const continuations = await store.readContinuations(chunk, asked.continuation_limit);
    for (const [at, found] of chunk.entries()) {
      const continuation = continuations[at];
      if (continuation) candidates.push({ ...found, ...continuation, ...toTurnEnd(continuation) });
    }
    selection = selectExamples(candidates, options);
    const isTooLow = (chunk.at(-1)?.score ?? 0) < selection.best * asked.min_score;
    if (selection.examples.length >= asked.top_k || isTooLow) break;
  }
  return selection;
};
