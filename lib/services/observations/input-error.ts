import type { z } from 'zod';
import { toInputProblems, toPlainIssues } from '../../observations/input-problems.ts';
import { AppError } from '../../domain/errors.ts';

/** Names under which an error tells the values that a field takes. */
const validNames: Readonly<Record<string, string>> = {
  severity: 'valid_severities',
  status: 'valid_statuses',
  source_type: 'valid_source_types',
  reason: 'valid_reasons',
  sort_by: 'valid_sorts',
};

/** What is wrong with what a tool was asked, field by field below a name; its details name the values that are valid. */
export const toInputError = (name: string, issues: readonly z.core.$ZodIssue[]): AppError => {
  const plain = toPlainIssues(issues);
  const valid = plain.flatMap((issue) => {
    const field = issue.path.findLast((part) => typeof part === 'string');
    const validName = validNames[field ?? ''];
    return issue.code === 'invalid_value' && validName !== undefined ? [[validName, issue.values] as const] : [];
  });
  return new AppError('invalid_input', toInputProblems(name, plain), Object.fromEntries(valid));
};
