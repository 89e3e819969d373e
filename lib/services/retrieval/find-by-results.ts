import type { FoundBy } from '../../domain/retrieval.ts';
import type { SearchCondition, SearchTerm } from '../../domain/search.ts';
import { leastCoverage, type Coverage } from '../../retrieval/coverage.ts';
import { findTermsIn } from '../../search/highlight.ts';
import type { RankedRecord } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';

/** Results and answers that are ranked, and tasks that are read of them. */
const [maxRecords, maxTasks] = [50, 20];
/** Characters read of each result or answer. */
export const maxMatchChars = 16_000;
/** Fewer words stand together in too many results, such as “tests pass”. */
const leastWords = 3;
/** Words that suffice alone: a code, a name in code. */
const identifier = /\d|\p{L}_\p{L}|\p{Ll}\p{Lu}/u;

/** A task whose results match, as its prompt. `score`: of the result; `matchSeq`: its place. */
type FoundTask = RankedRecord & { foundBy: Omit<FoundBy, 'excerpt'>; coverage: number; matchSeq: number };

type Asked = {
  terms: readonly SearchTerm[];
  conditions: readonly SearchCondition[];
  except: readonly string[];
  coverage: Coverage;
  /** Only what has a greater part of the words than this. */
  moreThan: number;
};

/**
 * Tasks in which a result or an answer has a greater part of the words than `moreThan`, and enough of them, close together. The best
 * score first.
 */
export const findByResults = async (
  store: Pick<Store, 'rankRecords' | 'findTaskPrompts' | 'readText'>,
  { terms, conditions, except, coverage, moreThan }: Asked,
): Promise<FoundTask[]> => {
  const most = coverage.ofTerms(terms);
  if (most < leastCoverage.result || most <= moreThan) return [];
  const kinds: SearchCondition = { field: 'kind', values: ['tool_result', 'response'], isNot: false };
  const ranked = await store.rankRecords({ terms, conditions: [kinds, ...conditions] }, { limit: maxRecords, except });
  const prompts = await store.findTaskPrompts(ranked);
  const tasks = new Map<string, FoundTask>();
  for (const [at, record] of ranked.entries()) {
    const prompt = prompts[at];
    if (!prompt || tasks.size >= maxTasks || tasks.has(prompt.recordId)) continue;
    const text = (await store.readText(record.sessionId, record.recordId, 'text', 0, maxMatchChars))?.text ?? '';
    const found = findTermsIn(text, terms, true);
    const covered = coverage.ofTerms(found);
    const words = found.map((term) => term.words.join(' '));
    const isTelling = words.length >= leastWords || words.some((word) => identifier.test(word));
    if (covered < leastCoverage.result || covered <= moreThan || !isTelling) continue;
    tasks.set(prompt.recordId, {
      ...record,
      ...prompt,
      foundBy: { recordId: record.recordId, words },
      coverage: covered,
      matchSeq: record.seq,
    });
  }
  return [...tasks.values()];
};
