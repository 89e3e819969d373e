import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { experiment as experimentSchema, experimentInput, type Experiment } from '../../lib/domain/experiment.ts';
import { printCounted } from '../../lib/print/number.ts';
import { describeSchemaIssue } from '../../lib/domain/describe-schema-issue.ts';
import type { ExperimentAction } from '../../lib/services/experiments/experiment-service.ts';
import { withExperiments } from './open-experiments.ts';
import { printJson, printJsonLine, printLine } from '../print.ts';

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
  if (json) printJson(z.encode(experimentSchema, experiment));
  else printLine(`${id}  ${status}  ${name}${plan}`);
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
      throw new AppError('invalid_input', `${issue?.path.join('.') ?? ''}: ${issue ? describeSchemaIssue(issue) : ''}`);
    }
    return printChanged(await experiments.create(parsed.data), options.json);
  });

/** `experiments start`, `stop`, `archive`, `restore` and `delete`. */
export const changeExperiment = (start: string, action: ExperimentAction | 'delete', { json }: { json: boolean }): Promise<number> =>
  withExperiments(async ({ experiments, getId }) => {
    const id = await getId(start);
    if (action !== 'delete') return printChanged(await experiments.transition(id, action), json);
    const deleted = await experiments.remove(id);
    if (json) printJsonLine(deleted);
    else printLine(`Deleted ${id}.`);
    return 0;
  });
