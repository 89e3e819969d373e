import type { Report, ReportCohort } from '../domain/report.ts';
import { printCounted } from '../print/number.ts';
import { formatComparison } from './comparison-words.ts';
import { printGeneral, roundHalfEven, toFixedHalfEven } from './round-half-even.ts';

/** Turns with a known value, and the sum of those. */
export type Sum = { n: number; sum: number };
/** Of one group. */
export type CohortSums = { turns: number } & Record<'completed' | 'iterations' | 'toolErrors' | 'durationMs', Sum>;

/** Of a cohort without turns, the specification's report says 0. */
const toMean = ({ n, sum }: Sum, digits: number): number => (n === 0 ? 0 : roundHalfEven(sum / n, digits));

/** A cohort in the layout of the specification. Means are over the turns whose value is known. */
export const toReportCohort = ({ turns, completed, iterations, toolErrors, durationMs }: CohortSums): ReportCohort => ({
  turns,
  completion_rate: toMean(completed, 4),
  avg_iterations: toMean(iterations, 2),
  avg_tool_errors: toMean(toolErrors, 2),
  avg_duration_ms: toMean(durationMs, 0),
});

const toRow = (name: string, cohort: ReportCohort): string =>
  `| ${name} | ${cohort.turns} | ${toFixedHalfEven(cohort.completion_rate * 100, 1)}% | ${toFixedHalfEven(cohort.avg_iterations, 2)} | ${toFixedHalfEven(cohort.avg_tool_errors, 2)} | ${toFixedHalfEven(cohort.avg_duration_ms, 0)} |`;

/** The specification's report as Markdown, to the letter. */
export const formatSpecifiedReport = ({ since_days: sinceDays, total_turns: total, cohorts }: Omit<Report, 'added'>): string =>
  [
    '# Coder2 Self-Improvement Report',
    '',
    `Window: last **${printGeneral(sinceDays)} days** — ${total} turns recorded.`,
    '',
    '| cohort | turns | completion rate | avg iter | avg tool errors | avg dur (ms) |',
    '|---|---:|---:|---:|---:|---:|',
    toRow('no_retrieval', cohorts.no_retrieval),
    toRow('retrieval_used', cohorts.retrieval_used),
    '',
    '**Interpretation:** when `retrieval_used` has meaningfully higher completion rate and/or lower avg iterations than `no_retrieval`, retrieval is net-positive. If it regresses, re-tune retrieval (min_score, top_k) or corpus coverage.',
  ].join('\n');

/** The report as Markdown: the specified one, then the verdict and the intervals. */
export const formatReport = (report: Report): string => {
  const { turns_without_outcome: without, comparisons, verdict, synthetic } = report.added;
  const compared = comparisons.flatMap((one) => formatComparison(one) ?? []);
  return [
    formatSpecifiedReport(report),
    '',
    '## Verdict',
    '',
    verdict.sentence,
    ...(compared.length === 0
      ? []
      : ['', 'With examples, against without (95 % intervals over sessions):', '', ...compared.map((line) => `- ${line}`)]),
    ...(without === 0
      ? []
      : [
          '',
          `${printCounted(without, 'more turn')} in this window ${without === 1 ? 'has' : 'have'} no outcome yet, and ${without === 1 ? 'counts' : 'count'} in no figure.`,
        ]),
    ...(synthetic ? ['', 'All turns are demo data.'] : []),
  ].join('\n');
};
