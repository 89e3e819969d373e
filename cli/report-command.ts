import { AppError } from '../lib/domain/errors.ts';
import { formatReport } from '../lib/metrics/report.ts';
import { contracts } from '../lib/contracts/index.ts';
import { makeMetricsService } from '../lib/services/metrics/metrics-service.ts';
import { withArchive } from './open-archive.ts';
import { printJson, printLine } from './print.ts';

export type ReportOptions = { since?: string; json: boolean };

/** Keys in order at every depth, as the specification prints its report. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sortKeys(one)]),
  );
};

/** `report`: turns with and without examples of the last days, as Markdown or JSON. */
export const reportCommand = ({ since = '7', json }: ReportOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const parsed = contracts.metrics.report.query.safeParse({ since });
    if (since.trim() === '' || !parsed.success)
      throw new AppError('invalid_input', `--since ${since}: use a number of days, such as 7 or 0.5.`);
    const report = await makeMetricsService({ store, now: Date.now }).report(parsed.data.since);
    if (json) printJson(sortKeys(report));
    else printLine(formatReport(report));
    return 0;
  });
