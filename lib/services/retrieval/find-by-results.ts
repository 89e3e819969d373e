import type { FoundBy } from '../../domain/retrieval.ts';
import type { SearchCondition, SearchTerm } from '../../domain/search.ts';
import { findTermsIn } from '../../search/highlight.ts';
import type { RankedRecord } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';

/** Results and answers that are ranked, and tasks that are read of them. */
const [maxRecords, maxTasks] = [50, 20];
/** Of each. */
const maxChars = 16_000;
/** Of the words, at least this part. */
const leastShare = 0.5;

/** A task whose results match, as its prompt. `score`: of the result. */
type FoundTask = RankedRecord & { foundBy: FoundBy };

type Asked = {
  terms: readonly SearchTerm[];
  conditions: readonly SearchCondition[];
  except: readonly string[];
  /** Only what has more of the words than this. */
  moreThan: number;
};

/**
 * Tasks in which a result or an answer has more of the words than `moreThan`, and at least half of them, close together. The best score
 * first.
 */
export const findByResults = async (
  store: Pick<Store, 'rankRecords' | 'findTaskPrompts' | 'readText'>,
  { terms, conditions, except, moreThan }: Asked,
): Promise<FoundTask[]> => {
  const least = Math.max(moreThan + 1, Math.ceil(terms.length * leastShare));
  if (least > terms.length) return [];
  const kinds: SearchCondition = { field: 'kind', values: ['tool_result', 'response'], isNot: false };
  const ranked = await store.rankRecords({ terms, conditions: [kinds, ...conditions] }, { limit: maxRecords, except });
  const prompts = await store.findTaskPrompts(ranked);
  const tasks = new Map<string, FoundTask>();
  for (const [at, record] of ranked.entries()) {
    const prompt = prompts[at];
    if (!prompt || tasks.size >= maxTasks || tasks.has(prompt.recordId)) continue;
    const text = (await store.readText(record.sessionId, record.recordId, 'text', 0, maxChars))?.text ?? '';
    const words = findTermsIn(text, terms, true).map((term) => term.words.join(' '));
    if (words.length < least) continue;
    tasks.set(prompt.recordId, { ...record, ...prompt, foundBy: { recordId: record.recordId, words } });
  }
  return [...tasks.values()];
};
