import { parseQuery, searchFields, type QueryProblem, type SearchField } from '@/lib/search/query.ts';

/** Fields of records that turns lack. */
const recordFields: ReadonlySet<SearchField> = new Set(['kind', 'outcome']);

/** Fields that turns can be filtered by. */
export const turnFields = searchFields.filter((field) => !recordFields.has(field));

/** Problems in conditions on turns: those of a search, and words, which turns are not searched for. */
export const listConditionProblems = (text: string): QueryProblem[] => {
  // Instants do not matter here.
  const { terms, conditions, problems } = parseQuery(text, 0);
  const words = terms.map(({ start, end }) => ({
    start,
    end,
    message: 'turns are filtered by conditions, such as project:api or since:30d',
  }));
  const fields = conditions.flatMap(({ field, start, end }) =>
    field === 'kind' || field === 'outcome' ? [{ start, end, message: `turns have no ${field}: use ${turnFields.join(', ')}` }] : [],
  );
  return [...problems, ...words, ...fields].toSorted((one, other) => one.start - other.start);
};
