import type { Assessment } from '../../domain/assessment.ts';
import { computeFindingFingerprint, observationIdOf } from '../../observations/fingerprint.ts';
import { diffAssessments } from '../../observers/diff.ts';
import { computeEpisodes } from '../../observers/episodes.ts';
import { renderAssessments } from '../../observers/render.ts';
import { renderSection } from '../../observers/section.ts';
import { nothing, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { reduceTo } from './reduce-to.ts';
import { findReducerState } from './observe-session.ts';
import { makeObserverSnapshots } from './observer-snapshots.ts';
import { getCall, getSession } from './session-calls.ts';
import type { LoadObservers } from './default-observers.ts';

export type AssessmentService = ReturnType<typeof makeAssessmentService>;

/**
 * Findings of observers in a session, and the observers' state. The call defaults to the newest one. An unknown session fails with
 * `not_found`, a call out of range with `invalid_input`.
 */
export const makeAssessmentService = ({ store, loadObservers }: { store: Store; loadObservers: LoadObservers }) => {
  const listActive = async (sessionId: string, at: number | undefined): Promise<Assessment[]> =>
    store.listActiveAssessments(sessionId, await getCall(store, sessionId, at));

  return {
    ...makeObserverSnapshots({ store, loadObservers }),
    /** `superseded`: whether replaced assessments are listed as well. */
    list: async (name: string, options: { superseded: boolean }) => {
      const { id, folderName } = await getSession(store, name);
      const assessments = await store.listAssessments(id, options);
      const head = await store.findObserverCheckpoint(id);
      const standing = findReducerState(head?.state)?.slices.flatMap((slice) => slice.standing) ?? [];
      const episodes = await Promise.all(
        computeEpisodes(assessments, standing).map(async (episode) => {
          const fingerprint = computeFindingFingerprint(episode.observer, episode.finding, { folderName, sessionId: id });
          const observation = await store.findObservation(observationIdOf(id, fingerprint));
          return { ...episode, observationId: observation?.id ?? null };
        }),
      );
      return { assessments, episodes, observedTo: head?.callIndex ?? null };
    },
    state: async (name: string, call?: number) => {
      const { id } = await getSession(store, name);
      const set = loadObservers();
      const at = await getCall(store, id, call);
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
    markdown: async (name: string, call?: number) => {
      const { id } = await getSession(store, name);
      return print(await store.listAssessmentsOfLastCall(id, await getCall(store, id, call)));
    },
    section: async (name: string, call?: number) => {
      const { id } = await getSession(store, name);
      return renderSection(await listActive(id, call));
    },
    diff: async (name: string, { from, to }: { from: number; to: number }) => {
      const { id } = await getSession(store, name);
      const before = await listActive(id, from);
      const after = await listActive(id, to);
      return { findings: diffAssessments(before, after), before: print(before), after: print(after) };
    },
  };
};

const print = (assessments: readonly Assessment[]): Redacted<string> =>
  assessments.length === 0 ? nothing : renderAssessments(assessments);
