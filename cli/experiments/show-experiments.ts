import * as z from 'zod';
import { contracts } from '../../lib/contracts/index.ts';
import type { Experiment, ExperimentAnalysis, MetricEffect } from '../../lib/domain/experiment.ts';
import { fitColumns } from '../../lib/print/columns.ts';
import { printEffectInterval, printEffectUnit, printEstimate, printSignedEffect } from '../../lib/print/metric.ts';
import { printCount, printCounted } from '../../lib/print/number.ts';
import { printVerdict } from '../../lib/print/verdict.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { withExperiments } from './open-experiments.ts';
import { printJson, printNote } from '../print.ts';

const nameColumns = 32;
const idChars = 8;
/** `100.0 % of 10,000`. */
const valueColumns = 17;
const toLine = (cells: readonly string[]): string => cells.join('  ').trimEnd();
const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

const printNeeded = ({ assigned }: Experiment, { missingSessions }: ExperimentAnalysis['verdict']): string =>
  missingSessions === null ? printCount(assigned) : `${printCount(assigned)} of ${printCount(assigned + missingSessions)}`;

/** `experiments list`: a table, running ones first. */
export const listExperiments = ({ archived, json }: { archived: boolean; json: boolean }): Promise<number> =>
  withExperiments(async ({ experiments: service }) => {
    const listed = await service.list({ archived });
    if (json) printJson(z.encode(contracts.experiments.list.response, listed));
    else if (listed.experiments.length === 0)
      printNote('No experiments yet. Define one with `observatory experiments create NAME --kind retrieval --effect 0.08`.');
    else {
      const heading = [
        'id'.padEnd(idChars),
        'status'.padEnd(8),
        'kind'.padEnd(9),
        fitColumns('name', nameColumns),
        'sessions'.padEnd(14),
        'verdict',
      ];
      const rows = listed.experiments.map(({ experiment, verdict }) =>
        toLine([
          experiment.id.slice(0, idChars),
          experiment.status.padEnd(8),
          experiment.kind.padEnd(9),
          fitColumns(toVisibleText(experiment.name), nameColumns),
          printNeeded(experiment, verdict).padEnd(14),
          `${printVerdict(verdict.code, experiment.stoppedAtMs !== null)}${experiment.synthetic ? ' (demo)' : ''}`,
        ]),
      );
      print([toLine(heading), ...rows]);
    }
    return 0;
  });

const toEffectLine = ({ metric, control, treatment, atLeast, effect, interval, isClear, isMissingUneven }: MetricEffect): string =>
  toLine([
    metric.padEnd(12),
    printEstimate(metric, control, atLeast.control).padStart(valueColumns),
    printEstimate(metric, treatment, atLeast.treatment).padStart(valueColumns),
    printSignedEffect(metric, effect).padStart(14),
    printEffectInterval(metric, interval).padEnd(24),
    printEffectUnit(metric).padEnd(8),
    isMissingUneven ? 'not valid: it depends on the arm what is unknown' : isClear ? 'clear' : '',
  ]);

const toLines = ({ experiment, verdict, arms, primary, secondary, guardrails, notes }: ExperimentAnalysis): string[] => [
  `${toVisibleText(experiment.name)}  (${experiment.status}${experiment.synthetic ? ', demo' : ''})`,
  ...(experiment.hypothesis === '' ? [] : [toVisibleText(experiment.hypothesis)]),
  '',
  toVisibleText(verdict.sentence),
  '',
  ...arms.map(({ arm, share, sessions, turns, counted, unknown: without }) =>
    toLine([
      arm.padEnd(12),
      `${Math.round(share * 100)} %`.padStart(5),
      printCounted(sessions, 'session'),
      printCounted(turns, 'turn'),
      `unknown: ${printCount(without)} of ${printCount(counted)}`,
    ]),
  ),
  '',
  toLine([
    'metric'.padEnd(12),
    'control'.padStart(valueColumns),
    'treatment'.padStart(valueColumns),
    'difference'.padStart(14),
    '95 %, at every look'.padEnd(24),
    'unit'.padEnd(8),
  ]),
  ...[primary, ...secondary].map(toEffectLine),
  ...guardrails.flatMap(({ metric, isViolated }) => (isViolated ? [`Guardrail: ${metric} gets clearly worse.`] : [])),
  ...notes,
];

/** `experiments show`: the verdict, and the effect on each metric. */
export const showExperiment = (id: string, { json }: { json: boolean }): Promise<number> =>
  withExperiments(async ({ experiments, getId }) => {
    const analysis = await experiments.get(await getId(id));
    if (json) printJson(z.encode(contracts.experiments.get.response, analysis));
    else print(toLines(analysis));
    return 0;
  });
