import { AppError } from '../../domain/errors.ts';
import { parseQuery, type QueryProblem } from '../../search/query.ts';
import type { SearchQuery } from '../../store/search-store.ts';

const printAt = (query: string, { start, end }: QueryProblem): string =>
  `“${query.slice(start, end)}” at character ${start + 1} of the query`;

/** Search for a query, with notes on possible misunderstandings. Fails with `invalid_input` at the place of a problem in the query. */
export const toRequest = (query: string, nowMs: number): SearchQuery & { notes: string[] } => {
  const { terms, conditions, problems, notes } = parseQuery(query, nowMs);
  const [problem] = problems;
  if (problem) throw new AppError('invalid_input', `${problem.message}: ${printAt(query, problem)}.`, { problems });
  return { text: query, terms, conditions, notes: notes.map((note) => `${printAt(query, note)}: ${note.message}.`.replace('?.', '?')) };
};
