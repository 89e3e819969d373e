import { setImmediate as answerOthers } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import {
  metricsVersion,
  type Experiment,
  type ExperimentAnalysis,
  type ExperimentInput,
  type ExperimentStatus,
  type ExperimentSummary,
} from '../../domain/experiment.ts';
import { analyzeExperiment, judgeExperiment } from '../../experiments/analyze-experiment.ts';
import { planSessions } from '../../experiments/plan-sessions.ts';
import { printCounted } from '../../print/number.ts';
import type { Store } from '../../store/store.ts';
import { getExperiment } from './get-experiment.ts';
import { readSessions } from './read-sessions.ts';

export type ExperimentService = ReturnType<typeof makeExperimentService>;
export type ExperimentAction = 'start' | 'stop' | 'archive' | 'restore';

/** Sessions from which the variance of a metric is taken. */
const pastSessions = 1_000;

type Step = {
  from: readonly ExperimentStatus[];
  to: (experiment: Experiment, atMs: number) => Partial<Experiment>;
  refusals: Partial<Record<ExperimentStatus, string>>;
};

const toCopy = 'Create a new experiment with the same definition instead.';

/** A step that leads to the present status changes nothing. */
const steps: Readonly<Record<ExperimentAction, Step>> = {
  start: {
    from: ['draft'],
    to: (_, atMs) => ({ status: 'running', startedAtMs: atMs, metricsVersion }),
    refusals: {
      stopped: `was stopped. It cannot go on, because that would mix two periods. ${toCopy}`,
      archived: `is archived. Restore it first if it is a draft. Otherwise: ${toCopy.toLowerCase()}`,
    },
  },
  stop: {
    from: ['running'],
    to: (_, atMs) => ({ status: 'stopped', stoppedAtMs: atMs }),
    refusals: { draft: 'is a draft and was never started. Start it, or delete it.', archived: 'is archived and does not run.' },
  },
  archive: {
    from: ['draft', 'stopped'],
    to: (_, atMs) => ({ status: 'archived', archivedAtMs: atMs }),
    refusals: { running: 'is running. Stop it first.' },
  },
  restore: {
    from: ['archived'],
    to: ({ startedAtMs }) => ({ status: startedAtMs === null ? 'draft' : 'stopped', archivedAtMs: null }),
    refusals: {},
  },
};

/** Experiments and their analyses. An unknown id fails with `not_found`, a step that the status does not allow with `conflict`. */
export const makeExperimentService = ({ store, now, makeId }: { store: Store; now: () => number; makeId: () => string }) => {
  const read = async (experiment: Experiment) => {
    const nowMs = now();
    return { experiment, sessions: await readSessions(store, experiment, nowMs), nowMs };
  };
  const plan = async (definition: ExperimentInput | Experiment): Promise<number> =>
    planSessions(definition, await store.listPastSessions(definition.project, now(), pastSessions)).sessions;
  const refuse = (experiment: Experiment, reason: string): never => {
    throw new AppError('conflict', `The experiment “${experiment.name}” ${reason}`, { status: experiment.status });
  };
  const refuseData = (experiment: Experiment): void => {
    if (experiment.assigned === 0) return;
    refuse(experiment, `has data of ${printCounted(experiment.assigned, 'session')}, so its definition cannot change. ${toCopy}`);
  };

  return {
    /** Running ones first, then the newest. `archived`: includes archived ones. */
    list: async ({ archived }: { archived: boolean }): Promise<{ experiments: ExperimentSummary[] }> => {
      const experiments: ExperimentSummary[] = [];
      for (const experiment of await store.listExperiments()) {
        if (experiment.status === 'archived' && !archived) continue;
        experiments.push({ experiment, verdict: judgeExperiment(await read(experiment)) });
        await answerOthers();
      }
      return { experiments };
    },
    get: async (id: string): Promise<ExperimentAnalysis> => analyzeExperiment(await read(await getExperiment(store, id))),
    create: async (input: ExperimentInput): Promise<Experiment> => {
      const id = makeId();
      const times = { createdAtMs: now(), startedAtMs: null, stoppedAtMs: null, archivedAtMs: null };
      await store.putExperiment({ ...input, ...times, id, status: 'draft', metricsVersion, plannedSessions: null, synthetic: false });
      return getExperiment(store, id);
    },
    /** Replaces a definition without data. One that runs starts again now, with a new plan. */
    update: async (id: string, input: ExperimentInput): Promise<Experiment> => {
      const experiment = await getExperiment(store, id);
      if (experiment.status === 'running' && input.kind !== experiment.kind) refuse(experiment, 'is running. Stop it to change its kind.');
      refuseData(experiment);
      const started = experiment.status === 'running' && { plannedSessions: await plan(input), startedAtMs: now(), metricsVersion };
      if (!(await store.replaceExperiment(experiment, { ...experiment, ...input, ...started }))) {
        const present = await getExperiment(store, id);
        refuseData(present);
        refuse(present, 'was changed meanwhile, so your changes were not saved. Look at it again.');
      }
      return getExperiment(store, id);
    },
    transition: async (id: string, action: ExperimentAction): Promise<Experiment> => {
      const experiment = await getExperiment(store, id);
      const { from, to, refusals } = steps[action];
      const refusal = refusals[experiment.status];
      if (refusal !== undefined) refuse(experiment, refusal);
      if (!from.includes(experiment.status)) return experiment;
      const planned = action === 'start' && { plannedSessions: await plan(experiment) };
      if (!(await store.replaceExperiment(experiment, { ...experiment, ...planned, ...to(experiment, now()) })))
        refuse(await getExperiment(store, id), 'was changed meanwhile. Look at it again.');
      return getExperiment(store, id);
    },
    /** With its assignments. Sessions that it held out get help again. */
    remove: async (id: string): Promise<{ deleted: true }> => {
      await getExperiment(store, id);
      await store.deleteExperiment(id);
      return { deleted: true };
    },
  };
};
