import type { Example, LeftOut, Retrieval, RetrieveAnswer, RetrieveInput } from '../../domain/retrieval.ts';
import type { SearchCondition } from '../../domain/search.ts';
import { cutText } from '../../print/cut-text.ts';
import { printCounted } from '../../print/number.ts';
import { redact } from '../../redaction/redact.ts';
import { formatSection } from '../../retrieval/format-section.ts';
import { reasonWords } from '../../retrieval/reason-words.ts';
import { selectExamples } from '../../retrieval/select-examples.ts';
import { toTurnEnd } from '../../retrieval/turn-end.ts';
import { toPlainTerms } from '../../search/query.ts';
import type { FoundDocument, FoundPage } from '../../store/search-store.ts';
import type { Store } from '../../store/store.ts';
import { indexLatest } from '../search/index-latest.ts';

export type RetrievalService = ReturnType<typeof makeRetrievalService>;

/** Prompts that are looked at, the best first: further ones until enough of them qualify. */
const pageCandidates = 50;
const maxCandidates = 500;
const maxLeftOut = 50;
/** Of a text before it is redacted, and of what is given of it. */
const maxReadChars = 8_000;
const maxTextChars = 2_000;
const maxStoredPromptChars = 2_000;
export const defaultSectionChars = 6_000;

/** Its texts are as they are stored. */
type Candidate = Omit<Example, 'relativeScore' | 'terms'>;
type Asked = RetrieveInput & { maxChars?: number };

const toSelection = (candidates: readonly Candidate[], { top_k: topK, min_score: minScore, include_failed: includeFailed }: Asked) =>
  selectExamples(candidates, { topK, minScore, includeFailed });

const toSafe = (text: string): string => cutText(redact(cutText(text, maxReadChars)), maxTextChars);
const toSafeStep = (step: Example['steps'][number]) => ({ ...step, text: toSafe(step.text) });
const toSafeCandidate = (candidate: Candidate): Candidate => ({
  ...candidate,
  prompt: toSafe(candidate.prompt),
  steps: candidate.steps.map(toSafeStep),
  closing: candidate.closing.map(toSafeStep),
  session: candidate.session && { ...candidate.session, title: candidate.session.title === null ? null : redact(candidate.session.title) },
});

type Reasoned = { candidate: Candidate; reason: LeftOut['reason'] };

const toLeftOut = ({ candidate, reason }: Reasoned): LeftOut => {
  const { sessionId, recordId, prompt, score, session } = toSafeCandidate({ ...candidate, steps: [], closing: [] });
  return { sessionId, recordId, prompt, score, reason, session };
};

const explainNothing = (leftOut: readonly Reasoned[]): string => {
  if (leftOut.length === 0) return 'No past prompt matches any of these words.';
  const counts = new Map<LeftOut['reason'], number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].map(([reason, count]) => `${count} ${reasonWords[reason]}`);
  return `No match qualifies: ${reasons.join(', ')}.`;
};

/** Finds past prompts that resemble a new one, with what followed them. */
export const makeRetrievalService = ({ store, now }: { store: Store; now: () => number }) => {
  const resolve = async (id: string | undefined): Promise<string | null> =>
    id === undefined ? null : ((await store.findSession(id))?.id ?? id);

  const readCandidate = async ({ sessionId, recordId, seq, score, text, session }: FoundDocument, limit: number): Promise<Candidate[]> => {
    if (sessionId === null || recordId === null || seq === null || score === null) return [];
    const { turnIdx, steps, between, closing, lastOutcome, isAnswered } = await store.readContinuation(sessionId, seq, limit);
    return [
      {
        sessionId,
        recordId,
        seq,
        turnIdx,
        score,
        prompt: text,
        end: toTurnEnd(lastOutcome, isAnswered),
        steps,
        between,
        closing,
        session,
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
    const candidates: Candidate[] = [];
    let cursor: string | null = null;
    do {
      const page: FoundPage<FoundDocument> = await store.search({ terms, conditions }, { cursor, limit: pageCandidates });
      const read = await Promise.all(page.items.map((found) => readCandidate(found, input.continuation_limit)));
      candidates.push(...read.flat());
      cursor = page.nextCursor;
    } while (cursor !== null && candidates.length < maxCandidates && toSelection(candidates, input).examples.length < input.top_k);
    return candidates;
  };

  return {
    /** Examples for a prompt, and the section that an agent is given. With a session and a turn, records what was given for it. */
    retrieve: async (input: Asked, source: Retrieval['source']): Promise<RetrieveAnswer> => {
      const startedAtMs = performance.now();
      const behind = await indexLatest(store);
      const session = await resolve(input.session_id);
      const excluded = input.exclude_session_id === undefined ? session : await resolve(input.exclude_session_id);
      const candidates = await findCandidates(input, excluded);
      const { examples: selected, leftOut, best } = toSelection(candidates, input);
      const explain = async (candidate: Candidate) =>
        input.explain ? store.explainScore(candidate.sessionId, candidate.recordId, toPlainTerms(input.prompt)) : null;
      const shown: Example[] = await Promise.all(
        selected.map(async (candidate) => ({
          ...toSafeCandidate(candidate),
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
      const allLeftOut = [
        ...leftOut,
        ...selected.slice(examples.length).map((candidate) => ({ candidate, reason: 'too_long' as const })),
      ].toSorted((a, b) => b.candidate.score - a.candidate.score);
      return {
        examples,
        section: section?.text ?? null,
        leftOut: input.explain ? allLeftOut.slice(0, maxLeftOut).map(toLeftOut) : null,
        tookMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
        notes: [
          ...(behind > 0 ? [`${printCounted(behind, 'record')} not indexed yet.`] : []),
          ...(examples.length === 0 ? [explainNothing(allLeftOut)] : []),
        ],
      };
    },
    /** What was given for turns, newest first. */
    list: async (page: { cursor: string | null; limit: number }) => {
      const { items, nextCursor, total } = await store.listRetrievals(page);
      return { items, nextCursor, total };
    },
  };
};
