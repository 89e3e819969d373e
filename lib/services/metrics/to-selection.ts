import type { CohortQuery } from '../../domain/cohort.ts';
import { AppError } from '../../domain/errors.ts';
import { parseDate, parseQuery } from '../../search/query.ts';
import type { TurnCondition, TurnSelection } from '../../store/metrics-store.ts';

type Asked = Pick<CohortQuery, 'split' | 'value' | 'against' | 'q'>;
type Split = { split: CohortQuery['split']; value: string | null; against: string | null };

const fields = 'project, agent, model, tool, session, since, before, has:finding and is:starred';

/** Fails with `invalid_input` and the place of what a comparison of turns does not know. */
const readConditions = (query: string, nowMs: number): TurnCondition[] => {
  const { terms, conditions, problems } = parseQuery(query, nowMs);
  const refuse = (message: string, { start, end }: { start: number; end: number }): never => {
    throw new AppError('invalid_input', `${message}: “${query.slice(start, end)}” at character ${start + 1} of query.q.`, {
      problems: [{ message, start, end }],
    });
  };
  const [problem] = problems;
  if (problem) refuse(problem.message, problem);
  const [term] = terms;
  if (term) refuse(`Turns are not searched for words; use ${fields}`, term);
  return conditions.flatMap((condition): TurnCondition[] => {
    const { start, end, ...rest } = condition;
    switch (rest.field) {
      case 'kind':
      case 'outcome':
        return refuse(`${rest.field}: is not known of turns; use ${fields}`, { start, end });
      case 'since':
      case 'before':
        return [{ field: rest.field, atMs: rest.atMs }];
      case 'finding':
      case 'starred':
        return [{ field: rest.field, isNot: rest.isNot }];
      default:
        return [{ field: rest.field, values: rest.values, isNot: rest.isNot }];
    }
  });
};

const readInstant = (name: string, value: string): string => {
  const atMs = parseDate(value);
  if (atMs === null)
    throw new AppError('invalid_input', `query.${name}: “${value}” is not a date. Use one such as 2026-11-01 or 2026-11-01T10:00Z.`);
  return String(atMs);
};

const readSplit = ({ split, value, against }: Asked): Split => {
  if (split === 'retrieval' || split === 'finding') return { split, value: null, against: null };
  if (value === undefined || value === '')
    throw new AppError(
      'invalid_input',
      `query.value: a split by ${split} needs a value, such as ${split === 'period' ? '2026-11-01' : 'one of /api/metrics/values'}.`,
    );
  if (split !== 'period') {
    if (value === against)
      throw new AppError(
        'invalid_input',
        `query.against: “${against}” is the value itself. Compare it with another one, or with all others.`,
      );
    return { split, value, against: against ?? null };
  }
  const [at, from] = [readInstant('value', value), against === undefined ? null : readInstant('against', against)];
  if (from !== null && Number(from) >= Number(at))
    throw new AppError('invalid_input', `query.against: ${against} must be before ${value}.`);
  return { split, value: at, against: from };
};

/** The turns that a query compares. */
export const toSelection = (asked: Asked, nowMs: number): TurnSelection & { by: Split } => ({
  by: readSplit(asked),
  conditions: readConditions(asked.q, nowMs),
  nowMs,
});
