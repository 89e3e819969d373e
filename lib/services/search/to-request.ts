import { AppError } from '../../domain/errors.ts';
import { parseQuery } from '../../search/query.ts';
import type { SearchQuery } from '../../store/search-store.ts';

/** What a query asks for. Fails with `invalid_input` where it has a problem, naming its place. */
export const toRequest = (query: string, nowMs: number): SearchQuery => {
  const { terms, conditions, problems } = parseQuery(query, nowMs);
  const [problem] = problems;
  if (problem) {
    const said = query.slice(problem.start, problem.end);
    throw new AppError('invalid_input', `${problem.message}: “${said}” at character ${problem.start + 1} of the query.`, { problems });
  }
  return { text: query, terms, conditions };
};
