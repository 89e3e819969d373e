import type { z } from 'zod';
import type { contracts } from '../../contracts/index.ts';
import type { Assessment } from '../../domain/assessment.ts';
import { computeFingerprint, observationIdOf } from '../../observations/fingerprint.ts';
import { diffAssessments } from '../../observers/diff.ts';
import { computeEpisodes } from '../../observers/episodes.ts';
import { renderAssessments } from '../../observers/render.ts';
import { renderSection } from '../../observers/section.ts';
import type { Store } from '../../store/store.ts';
import { reduceTo } from './reduce-to.ts';
import { toReducerState } from './observe-session.ts';
import { makeObserverSnapshots, type ObserverSnapshots } from './observer-snapshots.ts';
import { getCall, getSession } from './session-calls.ts';
import type { LoadObservers } from './default-observers.ts';

type Endpoints = (typeof contracts)['assessments'];
type Request<Name extends keyof Endpoints> = { params: z.output<Endpoints[Name]['params']>; query: z.output<Endpoints[Name]['query']> };
type Answer<Name extends keyof Endpoints> = z.output<Endpoints[Name]['response']>;

export type AssessmentService = {
  [Name in 'list' | 'state' | 'markdown' | 'section' | 'diff']: (request: Request<Name>) => Promise<Answer<Name>>;
} & ObserverSnapshots;

/** What observers said, and where they stood. Unknown sessions fail with `not_found`, calls out of range with `invalid_input`. */
export const makeAssessmentService = ({ store, loadObservers }: { store: Store; loadObservers: LoadObservers }): AssessmentService => {
  const listActive = async (sessionId: string, at: number | undefined): Promise<Assessment[]> =>
    store.listActiveAssessments(sessionId, await getCall(store, sessionId, at));

  return {
    ...makeObserverSnapshots({ store, loadObservers }),
    list: async ({ params, query }) => {
      const { id, project } = await getSession(store, params.id);
      const assessments = await store.listAssessments(id, query);
      const head = await store.findObserverHead(id);
      const standing = head ? toReducerState(head.fold).slices.flatMap((slice) => slice.standing) : [];
      const episodes = await Promise.all(
        computeEpisodes(assessments, standing).map(async (episode) => {
          const { category, subject } = episode.finding;
          const fingerprint = computeFingerprint({ observer: episode.observer, category, subject, within: project ?? id });
          const observation = await store.findObservation(observationIdOf(id, fingerprint));
          return { ...episode, observationId: observation?.id ?? null };
        }),
      );
      return { assessments, episodes, observedTo: head?.callIndex ?? null };
    },
    state: async ({ params, query }) => {
      const { id } = await getSession(store, params.id);
      const set = loadObservers();
      const at = await getCall(store, id, query.at);
      const { slices } = await reduceTo(store, set, id, at);
      const observers = set.observers.flatMap(({ key, kind }) => {
        const slice = slices.find((one) => one.key === key);
        return slice ? [{ kind, slice }] : [];
      });
      return {
        at,
        observers: observers.map(({ kind, slice: { state, standing } }) => ({
          observer: kind.id,
          observerName: kind.name,
          callsSinceAssessment: state.toolCallsSinceAssessment,
          lastAssessmentAtMs: state.lastAssessmentTimeMs,
          lastAssessmentCall: state.lastAssessmentCallIndex,
          totalAssessments: state.totalAssessments,
          standing: standing.map(({ finding, sinceCall }) => ({ finding, sinceCall })),
        })),
      };
    },
    markdown: async ({ params, query }) => {
      const { id } = await getSession(store, params.id);
      return print(await store.listAssessmentsOfLastCall(id, await getCall(store, id, query.at)));
    },
    section: async ({ params, query }) => {
      const { id } = await getSession(store, params.id);
      return renderSection(await listActive(id, query.at));
    },
    diff: async ({ params, query }) => {
      const { id } = await getSession(store, params.id);
      const before = await listActive(id, query.from);
      const after = await listActive(id, query.to);
      return { findings: diffAssessments(before, after), before: print(before), after: print(after) };
    },
  };
};

const print = (assessments: readonly Assessment[]): string => (assessments.length === 0 ? '' : renderAssessments(assessments));
