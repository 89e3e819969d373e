import type { Issue } from '../domain/issue.ts';
import { toExcerptText } from './excerpt.ts';
import type { Line } from './format.ts';

/** The issue of a line that is JSON, but not an object. */
export const toNotAnObject = (line: Line): Issue => ({
  line: line.number,
  code: 'not_an_object',
  message: `Line ${line.number} is JSON but not an object; every line of a session is one. It was skipped.`,
  excerpt: toExcerptText(line.text),
});
