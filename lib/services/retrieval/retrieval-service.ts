import type { Example, LeftOut, Retrieval, RetrieveAnswer, RetrieveInput } from '../../domain/retrieval.ts';
import type { SearchCondition } from '../../domain/search.ts';
import { cutText } from '../../print/cut-text.ts';
import { printCounted } from '../../print/number.ts';
import { redact } from '../../redaction/redact.ts';
import { formatSection } from '../../retrieval/format-section.ts';
import { selectExamples } from '../../retrieval/select-examples.ts';
import { toTurnEnd } from '../../retrieval/turn-end.ts';
import { toPlainTerms } from '../../search/query.ts';
import type { FoundDocument } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';
import { catchUp } from '../search/catch-up.ts';

export type RetrievalService = ReturnType<typeof makeRetrievalService>;

/** Prompts that are looked at, the best first. */
const maxCandidates = 50;
/** Of a text before it is redacted, and of what is given of it. */
const maxReadChars = 8_000;
const maxTextChars = 2_000;
const maxStoredPromptChars = 2_000;
export const defaultSectionChars = 6_000;

type Candidate = Omit<Example, 'relativeScore' | 'terms'>;
type Asked = RetrieveInput & { maxChars?: number };

const toSafe = (text: string): string => cutText(redact(cutText(text, maxReadChars)), maxTextChars);

/** Finds past prompts that resemble a new one, with what followed them. */
export const makeRetrievalService = ({ store, now }: { store: Store; now: () => number }) => {
  const resolve = async (id: string | undefined): Promise<string | null> =>
    id === undefined ? null : ((await store.findSession(id))?.id ?? id);

  const readCandidate = async ({ sessionId, recordId, seq, score, text, session }: FoundDocument, limit: number): Promise<Candidate[]> => {
    if (sessionId === null || recordId === null || seq === null || score === null) return [];
    const { turnIdx, steps, lastOutcome, isAnswered } = await store.readContinuation(sessionId, seq, limit);
    return [
      {
        sessionId,
        recordId,
        seq,
        turnIdx,
        score,
        prompt: toSafe(text),
        end: toTurnEnd(lastOutcome, isAnswered),
        steps: steps.map((step) => ({ ...step, text: toSafe(step.text) })),
        session: session && { ...session, title: session.title === null ? null : redact(session.title) },
      },
    ];
  };

  const findCandidates = async (input: Asked, excluded: string | null): Promise<Candidate[]> => {
    const conditions: SearchCondition[] = [
      { field: 'kind', values: ['prompt'], isNot: false },
      ...(excluded === null ? [] : [{ field: 'session' as const, values: [excluded], isNot: true }]),
      ...(input.project === undefined ? [] : [{ field: 'project' as const, values: [input.project], isNot: false }]),
    ];
    const terms = toPlainTerms(input.prompt);
    if (terms.length === 0) return [];
    const { items } = await store.search({ terms, conditions }, { cursor: null, limit: maxCandidates });
    const read = await Promise.all(items.map((found) => readCandidate(found, input.continuation_limit)));
    return read.flat();
  };

  return {
    /** Examples for a prompt, and the section that an agent is given. With a session and a turn, records what was given for it. */
    retrieve: async (input: Asked, source: Retrieval['source']): Promise<RetrieveAnswer> => {
      const startedAtMs = performance.now();
      const behind = await catchUp(store);
      const session = await resolve(input.session_id);
      const excluded = input.exclude_session_id === undefined ? session : await resolve(input.exclude_session_id);
      const candidates = await findCandidates(input, excluded);
      const best = candidates[0]?.score ?? 0;
      const { examples: selected, leftOut } = selectExamples(candidates, {
        topK: input.top_k,
        minScore: input.min_score,
        includeFailed: input.include_failed,
      });
      const explain = async (candidate: Candidate) =>
        input.explain ? store.explainScore(candidate.sessionId, candidate.recordId, toPlainTerms(input.prompt)) : null;
      const shown: Example[] = await Promise.all(
        selected.map(async (candidate) => ({
          ...candidate,
          relativeScore: best > 0 ? candidate.score / best : 1,
          terms: await explain(candidate),
        })),
      );
      const section = formatSection(shown, { isOneProject: input.project !== undefined, maxChars: input.maxChars ?? defaultSectionChars });
      const examples = shown.slice(0, section?.given ?? 0);
      if (session !== null && input.turn_idx !== undefined)
        await store.putRetrieval({
          sessionId: session,
          turnIdx: input.turn_idx,
          prompt: cutText(redact(input.prompt), maxStoredPromptChars),
          source,
          examples: examples.map(({ sessionId, recordId, score, end }) => ({ sessionId, recordId, score, end })),
          sectionChars: section?.text.length ?? 0,
          atMs: now(),
        });
      const toLeftOut = ({ sessionId, recordId, prompt, score }: Candidate, reason: LeftOut['reason']): LeftOut => ({
        sessionId,
        recordId,
        prompt,
        score,
        reason,
      });
      return {
        examples,
        section: section?.text ?? null,
        leftOut: input.explain
          ? [
              ...leftOut.map(({ candidate, reason }) => toLeftOut(candidate, reason)),
              ...shown.slice(examples.length).map((candidate) => toLeftOut(candidate, 'too_long')),
            ].toSorted((a, b) => b.score - a.score)
          : null,
        tookMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
        notes: behind > 0 ? [`${printCounted(behind, 'record')} cannot be found yet; indexing goes on.`] : [],
      };
    },
    /** What was given for turns, newest first. */
    list: async (page: { cursor: string | null; limit: number }) => {
      const { items, nextCursor, total } = await store.listRetrievals(page);
      return { items, nextCursor, total };
    },
  };
};
