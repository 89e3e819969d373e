import { AppError } from '../../domain/errors.ts';
import type { Assignment } from '../../domain/experiment.ts';
import { defaultRetrievalConfig, type RetrievalConfig } from '../../domain/retrieval-config.ts';
import type { Example, LeftOut, Retrieval, RetrieveAnswer, RetrieveInput } from '../../domain/retrieval.ts';
import type { SearchTerm } from '../../domain/search.ts';
import { maxReadPromptChars } from '../../domain/turn-metric.ts';
import { printCount, printCounted } from '../../print/number.ts';
import { redactPlain, type Redacted } from '../../redaction/redact.ts';
import { isFollowUp, listTelling } from '../../retrieval/filler-words.ts';
import { fewPrompts, makeCoverage } from '../../retrieval/coverage.ts';
import { formatSection } from '../../retrieval/format-section.ts';
import { reasonWords } from '../../retrieval/reason-words.ts';
import { toFoundIn, type Selection } from '../../retrieval/select-examples.ts';
import { toQuestion } from '../../retrieval/task-text.ts';
import { toExcerpt } from '../../search/highlight.ts';
import { toPlainTerms } from '../../search/query.ts';
import type { Store } from '../../store/store.ts';
import { toSafeText } from '../safe-texts.ts';
import { assignSession } from '../experiments/assign-session.ts';
import { indexLatest } from '../search/index-latest.ts';
import { maxMatchChars } from './find-by-results.ts';
import { findCandidates, type Candidate } from './find-candidates.ts';
import { findTerms } from './find-terms.ts';
import { findSessionIdOf, toSessionId } from './to-session-id.ts';

export type RetrievalService = ReturnType<typeof makeRetrievalService>;

const maxLeftOut = 50;

const countTelling = (text: string): number => listTelling(toPlainTerms(text)).length;
const nothingAsked = { terms: [], rarest: [], counted: [], notes: [] };
const nothingFound: Selection<Candidate> = { examples: [], leftOut: [], best: { prompt: 0, result: 0 } };
const maxNamed = 10;
const printNames = (names: readonly string[]): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['…'] : [])].join(', ');
const noTask = 'The prompt names no task, like “continue”, so there is nothing to look for.';

/**
 * `sessionProject`: of a session that is not in the archive yet; by default the project that is asked for. `isNewProject`: no session of the
 * archive is in the project, even where its name means another one.
 */
type Asked = RetrieveInput & { sessionProject?: string | null; isNewProject?: boolean };
type Deps = { store: Store; now: () => number; /** The hook’s settings; the defaults if left out. */ loadConfig?: () => RetrievalConfig };
type Source = { source?: Retrieval['source']; /** Ends the work between two queries, with an error. */ signal?: AbortSignal };

const toSafeStep = (step: Example['steps'][number]) => ({ ...step, text: toSafeText(step.text) });

const explainNothing = (leftOut: Selection<Candidate>['leftOut'], terms: readonly SearchTerm[]): string => {
  if (leftOut.length === 0 && listTelling(terms).length === terms.length)
    return 'No past prompt matches any of these words, and no result or answer has half of them.';
  if (leftOut.length === 0) return 'No past prompt shares more than filler words, such as “please”.';
  const counts = new Map<LeftOut['reason'], number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].map(([reason, count]) => `${count} ${reasonWords[reason]}`);
  return `No match qualifies: ${reasons.join(', ')}.`;
};

/** Finds past prompts that resemble a new one, with what followed them. */
export const makeRetrievalService = ({ store, now, loadConfig = () => defaultRetrievalConfig }: Deps) => {
  const readPrompt = async ({ sessionId, recordId }: Candidate): Promise<string> =>
    toSafeText((await store.readText(sessionId, recordId, 'text', 0, maxReadPromptChars))?.text ?? '');

  const toLeftOut = async ({ candidate, reason }: Selection<Candidate>['leftOut'][number]): Promise<LeftOut> => {
    const { sessionId, recordId, score } = candidate;
    return { sessionId, recordId, prompt: await readPrompt(candidate), score, reason, session: candidate.session };
  };

  const toExample = async (candidate: Candidate, best: Selection<Candidate>['best'], rarest: readonly SearchTerm[]): Promise<Example> => {
    const { sessionId, recordId, turnIdx, seq, score, coverage, foundBy, result, resultBasis, steps: chosen } = candidate;
    const bestScore = best[toFoundIn(candidate)];
    const steps = chosen.map(toSafeStep);
    return {
      ...{ sessionId, recordId, turnIdx, seq, score, coverage, result, resultBasis, end: result, endBasis: resultBasis },
      relativeScore: bestScore > 0 ? score / bestScore : 1,
      prompt: await readPrompt(candidate),
      foundBy: foundBy && {
        ...foundBy,
        words: foundBy.words.map((word) => redactPlain(word)),
        excerpt: toExcerpt(await readMatch(candidate, steps), rarest).excerpt,
      },
      steps,
      terms: null,
      session: candidate.session,
      inSection: false,
    };
  };

  /** Text by which a turn was found, without secrets. */
  const readMatch = async ({ sessionId, foundBy }: Candidate, steps: Example['steps']): Promise<string> => {
    const recordId = foundBy?.recordId ?? '';
    const step = steps.find((one) => one.recordId === recordId);
    return step?.text ?? toSafeText((await store.readText(sessionId, recordId, 'text', 0, maxMatchChars))?.text ?? '');
  };

  /** Notes about named sessions that are not in the archive. */
  const noteUnknown = async (input: Asked, session: string | null, excluded: string | null): Promise<string[]> => {
    const isStored = async (id: string | null) => id !== null && (await store.findSession(id)) !== null;
    const { session_id: name, exclude_session_id: other } = input;
    const notes: string[] = [];
    if (name !== undefined && !(await isStored(session))) notes.push(`session_id: no session ${name} is in the archive yet.`);
    if (other !== undefined && !(await isStored(excluded)))
      notes.push(`exclude_session_id: no session ${other} is in the archive. Nothing is excluded by it.`);
    return notes;
  };

  /** The projects that a request names; more than one: its name does not say which. */
  const listAsked = async ({ project, isNewProject = false }: Asked): Promise<string[]> =>
    project === undefined || isNewProject ? [] : await store.listProjects(project);

  const explainNone = (
    { project }: Asked,
    projects: readonly string[],
    leftOut: Selection<Candidate>['leftOut'],
    terms: readonly SearchTerm[],
  ): string => {
    if (project === undefined || projects.length === 1) return explainNothing(leftOut, terms);
    return projects.length === 0
      ? `No session belongs to the project ${project}.`
      : `${project} names ${projects.length} projects, whose examples are not mixed. Name one of them: ${printNames(projects)}.`;
  };

  /** Answers whether it was recorded: whoever waits for examples does not wait for a lock. */
  const record = async (retrieval: Omit<Retrieval, 'recordId'>, signal: AbortSignal | undefined): Promise<boolean> => {
    try {
      await store.putRetrieval(retrieval);
      return true;
    } catch (error) {
      const isRefused = error instanceof AppError && (error.code === 'store_busy' || error.code === 'damaged');
      if (!isRefused && signal?.aborted !== true) throw error;
      return false;
    }
  };

  /** The arm of the session, if an experiment decides for it. A request without a session and a turn is in none. */
  const assign = async ({ turn_idx: turnIdx, project, sessionProject }: Asked, sessionId: string | null): Promise<Assignment | null> =>
    sessionId === null || turnIdx === undefined
      ? null
      : assignSession(store, { kind: 'retrieval', sessionId, turnIdx, project: sessionProject ?? project ?? null, atMs: now() });

  return {
    /**
     * Examples for a prompt, and the section that an agent is given: plain text without secrets. With a session and a turn, a running
     * experiment decides for the session, and what the section holds for the turn is recorded, or would have held.
     */
    retrieve: async (input: Asked, { source = 'api', signal }: Source = {}): Promise<Redacted<RetrieveAnswer>> => {
      const startedAtMs = performance.now();
      const session = input.session_id === undefined ? null : await toSessionId(store, input.session_id);
      const excluded = input.exclude_session_id === undefined ? null : await findSessionIdOf(store, input.exclude_session_id);
      const behind = await indexLatest(store);
      signal?.throwIfAborted();
      const question = toQuestion(input.prompt, countTelling);
      const isTask = !isFollowUp(question) && countTelling(question) > 0;
      const { terms, rarest, counted, notes } = isTask ? await findTerms(store, question) : nothingAsked;
      signal?.throwIfAborted();
      const except = [session, excluded].filter((id) => id !== null);
      const coverage = makeCoverage(counted, await store.measureIndex(fewPrompts));
      const projects = await listAsked(input);
      const {
        examples: selected,
        leftOut,
        best,
      } = input.project === undefined || projects.length === 1
        ? await findCandidates(
            store,
            { ...input, ...(input.project !== undefined && { projects }) },
            { terms, rarest, coverage, except, signal },
          )
        : nothingFound;
      const found = await Promise.all(selected.map((candidate) => toExample(candidate, best, rarest)));
      const section = formatSection(found, { isOneProject: input.project !== undefined, maxChars: input.max_chars });
      const given = new Set(section?.given);
      const examples: Example[] = [];
      for (const [at, example] of found.entries()) {
        const { sessionId, recordId, foundBy } = example;
        const scored = foundBy === null ? terms : rarest;
        examples.push({
          ...example,
          inSection: given.has(at),
          terms: input.explain ? await store.explainScore(sessionId, foundBy?.recordId ?? recordId, scored) : null,
        });
      }
      const experiment = await assign(input, session);
      const withheld = experiment?.arm === 'control';
      const isRecorded =
        session === null ||
        input.turn_idx === undefined ||
        (await record(
          {
            sessionId: session,
            turnIdx: input.turn_idx,
            prompt: toSafeText(input.prompt),
            source,
            examples: examples
              .filter(({ inSection }) => inSection)
              .map(({ sessionId, recordId, score, result, end }) => ({ sessionId, recordId, score, result, end })),
            sectionChars: section?.text.length ?? 0,
            withheld,
            atMs: now(),
          },
          signal,
        ));
      const tookMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
      const recording = isRecorded ? [] : ['Not recorded: the archive is busy or damaged.'];
      if (withheld) {
        const held = [`Held out by the experiment ${experiment.name}.`, ...recording];
        return redactPlain({ examples: [], section: null, leftOut: null, tookMs, experiment, notes: held });
      }
      const isWarningLeftOut =
        input.include_failed &&
        !examples.some(({ result }) => result === 'failed') &&
        leftOut.some(({ candidate, reason }) => reason === 'over_limit' && candidate.result === 'failed');
      const shown = leftOut.toSorted((a, b) => b.candidate.score - a.candidate.score);
      return redactPlain({
        examples,
        section: section?.text ?? null,
        leftOut: input.explain ? await Promise.all(shown.slice(0, maxLeftOut).map(toLeftOut)) : null,
        tookMs,
        experiment,
        notes: [
          ...(behind > 0 ? [`${printCounted(behind, 'record')} not indexed yet.`] : []),
          ...(await noteUnknown(input, session, excluded)),
          ...notes,
          ...(examples.length === 0 ? [isTask ? explainNone(input, projects, shown, terms) : noTask] : []),
          ...(isWarningLeftOut ? ['A failure matches, too. Ask for 2 examples to get it as a warning.'] : []),
          ...(given.size < examples.length
            ? [`The section has room for ${given.size} of ${examples.length} examples in ${printCount(input.max_chars)} characters.`]
            : []),
          ...recording,
        ],
      });
    },
    /** Retrievals for turns, newest first. */
    list: async ({ session, ...page }: { session?: string | undefined; cursor: string | null; limit: number }) => {
      const sessionId = session === undefined ? undefined : await toSessionId(store, session);
      const { items, nextCursor, total } = await store.listRetrievals({ ...page, sessionId });
      return { items, nextCursor, total };
    },
    /** How the hook retrieves at each prompt. */
    settings: async (): Promise<RetrievalConfig> => loadConfig(),
  };
};
