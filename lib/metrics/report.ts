import type { Report, ReportCohort } from '../domain/report.ts';
import { printCount, printCounted } from '../print/number.ts';
import { formatComparison } from './comparison-words.ts';
import { toCodeSpan } from '../print/markdown-text.ts';
import { toVisibleText } from '../print/visible-text.ts';
import { printGeneral, roundHalfEven, toFixedHalfEven } from './round-half-even.ts';

/** Turns with a known value, and the sum of those. */
export type Sum = { n: number; sum: number };
/** Sums of one group. */
export type CohortSums = { turns: number } & Record<'completed' | 'iterations' | 'toolErrors' | 'durationMs', Sum>;

/** Turns of both groups in sessions that are alike. `model`: null for sessions of several. `month`, such as `2026-11`: of their start. */
export type ReportBalance = Record<'project' | 'agent' | 'model' | 'month', string | null> & { a: number; b: number };

/** The specification's report says 0 for a cohort without turns. */
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

const aspects = { model: 'Model', project: 'Project', agent: 'Agent', prompt_length: 'Prompt length', time: 'Month' } as const;
const maxRows = 3;

/** `Project: shop 60 % with examples, 20 % without; …`: where the cohorts differ most, at most three values. */
const formatBalance = ({ aspect, rows }: Report['added']['balance'][number]): string => {
  const print = (share: number): string => `${Math.round(share * 100)} %`;
  const shown = rows.toSorted((one, other) => Math.abs(other.b - other.a) - Math.abs(one.b - one.a)).slice(0, maxRows);
  return `${aspects[aspect]}: ${shown.map(({ label, a, b }) => `${toCodeSpan(toVisibleText(label))} ${print(b)} with examples, ${print(a)} without`).join('; ')}`;
};

/** The report as Markdown: the specified one, then the verdict and the intervals. */
export const formatReport = (report: Report): string => {
  const { turns_without_outcome: without, turns_with_completion: known, comparisons, verdict, balance, synthetic } = report.added;
  const { no_retrieval: none, retrieval_used: used } = report.cohorts;
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
    ...(balance.length === 0 || none.turns === 0 || used.turns === 0
      ? []
      : ['', 'How they differ besides, in shares of their turns:', '', ...balance.map((one) => `- ${formatBalance(one)}`)]),
    ...(without === 0
      ? []
      : [
          '',
          `The completion rates are over ${printCount(known.no_retrieval)} of ${printCounted(none.turns, 'turn')} without examples and ${printCount(known.retrieval_used)} of ${printCounted(used.turns, 'turn')} with. In this window, ${printCounted(without, 'turn')} ${without === 1 ? 'has' : 'have'} no known outcome.`,
        ]),
    ...(synthetic ? ['', 'All turns are demo data.'] : []),
  ].join('\n');
};
