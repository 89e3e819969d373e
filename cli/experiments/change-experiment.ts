import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { experiment as experimentSchema, experimentInput, type Experiment } from '../../lib/domain/experiment.ts';
import { printCounted } from '../../lib/print/number.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import type { ExperimentAction } from '../../lib/services/experiments/experiment-service.ts';
import { withExperiments } from './open-experiments.ts';

export type CreateOptions = {
  kind: string;
  effect: string;
  metric: string;
  treatment: string;
  withinCalls: string;
  project?: string;
  hypothesis?: string;
  json: boolean;
};

const printChanged = (experiment: Experiment, json: boolean): number => {
  const { id, name, status, plannedSessions } = experiment;
  const plan = status === 'running' && plannedSessions !== null ? `, planned for ${printCounted(plannedSessions, 'session')}` : '';
  const text = json ? JSON.stringify(z.encode(experimentSchema, experiment), null, 2) : `${id}  ${status}  ${toVisibleText(name)}${plan}`;
  process.stdout.write(`${text}\n`);
  return 0;
};

/** `experiments create`: a draft. */
export const createExperiment = (name: string, options: CreateOptions): Promise<number> =>
  withExperiments(async ({ experiments }) => {
    const treatment = Number(options.treatment);
    const parsed = experimentInput.safeParse({
      name,
      kind: options.kind,
      hypothesis: options.hypothesis,
      arms: { control: Number((1 - treatment).toFixed(12)), treatment },
      primaryMetric: options.metric,
      smallestEffect: Number(options.effect),
      withinCalls: Number(options.withinCalls),
      project: options.project,
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new AppError('invalid_input', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    }
    return printChanged(await experiments.create(parsed.data), options.json);
  });

/** `experiments start`, `stop`, `archive`, `restore` and `delete`. */
export const changeExperiment = (start: string, action: ExperimentAction | 'delete', { json }: { json: boolean }): Promise<number> =>
  withExperiments(async ({ experiments, getId }) => {
    const id = await getId(start);
    if (action !== 'delete') return printChanged(await experiments.transition(id, action), json);
    const deleted = await experiments.remove(id);
    process.stdout.write(json ? `${JSON.stringify(deleted)}\n` : `Deleted ${id}.\n`);
    return 0;
  });
