import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import {
  observation as observationSchema,
  observationCounts,
  type Observation,
  type ObservationFilter,
} from '../../lib/domain/observation.ts';
import { displayStyles, renderDisplay, type DisplayStyle } from '../../lib/observations/display.ts';
import { printCounted } from '../../lib/print/number.ts';
import type { ObservationService } from '../../lib/services/observations/observation-service.ts';
import { getOutputColumns } from '../output-columns.ts';
import { parseLimit } from '../parse-limit.ts';
import { withTriage } from './open-triage.ts';
import { toFilter, type FilterOptions } from './to-filter.ts';
import { printJson, printNote } from '../print.ts';

export type ListOptions = FilterOptions & { style: string; limit?: string; json: boolean };

/** Large, because each page counts all matches. */
const pageSize = 5_000;
const defaultLimits: Record<DisplayStyle, number> = { progress_bar: 10, table: 50, compact: 50 };

const parseStyle = (text: string): DisplayStyle => {
  const style = displayStyles.find((name) => name === text);
  if (style) return style;
  throw new AppError('invalid_input', `--style ${text}: not valid. Use ${displayStyles.join(', ')}.`);
};

const listed = z.object({ total: z.int(), counts: observationCounts, observations: z.array(observationSchema) });

const bySeverity = { sort: 'severity', descending: true } as const;

const listUpTo = async (observations: ObservationService, filter: ObservationFilter, limit: number) => {
  const query = { filter, ...bySeverity };
  const found: Observation[] = [];
  let page = await observations.list({ ...query, cursor: null, limit: Math.min(limit, pageSize) });
  const { total, counts } = page;
  found.push(...page.items);
  while (page.nextCursor !== null && found.length < limit) {
    const pageLimit = Math.min(limit - found.length, pageSize);
    page = await observations.list({ ...query, limit: pageLimit, cursor: page.nextCursor });
    found.push(...page.items);
  }
  return { total, counts, observations: found };
};

const count = (observations: ObservationService, filter: ObservationFilter) =>
  observations.list({ filter, ...bySeverity, cursor: null, limit: 1 });

/** `observations list`: matching observations, most severe first; open ones by default. */
export const listObservations = (options: ListOptions): Promise<number> => {
  const style = parseStyle(options.style);
  const limit = options.limit === undefined ? (options.all ? Infinity : defaultLimits[style]) : parseLimit(options.limit);
  return withTriage(async ({ store, observations }) => {
    const filter = await toFilter(store, options, ['open', 'regressed']);
    const found = await listUpTo(observations, filter, limit);
    if (options.json) {
      printJson(z.encode(listed, found));
      return 0;
    }
    const { counts } = await count(observations, { ...filter, states: undefined });
    const text = renderDisplay(style, {
      observations: found.observations,
      total: found.total,
      bySeverity: found.counts.bySeverity,
      byStatus: counts.byStatus,
      width: getOutputColumns(),
      color: process.stdout.isTTY && process.stdout.hasColors(),
      nowMs: Date.now(),
    });
    if (text === '') printNote('No observation matches.');
    process.stdout.write(text);
    const isWhole = options.status === undefined || options.all;
    const hidden = isWhole ? 0 : (await count(observations, { ...filter, withCleared: true })).total - found.total;
    if (hidden > 0) printNote(`${printCounted(hidden, 'archived observation')} not shown. Use --all to include them.`);
    return 0;
  });
};
