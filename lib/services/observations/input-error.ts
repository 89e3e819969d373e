import type { z } from 'zod';
import { listInputIssues, toInputProblems } from '../../observations/input-problems.ts';
import { AppError } from '../../domain/errors.ts';

/** Detail names for the valid values of each field. */
const validNames: Readonly<Record<string, string>> = {
  severity: 'valid_severities',
  status: 'valid_statuses',
  source_type: 'valid_source_types',
  reason: 'valid_reasons',
  sort_by: 'valid_sorts',
};

/** Problems with a tool's input, field by field below `name`; details list the valid values. */
export const toInputError = (name: string, schema: z.ZodType, value: unknown, { issues }: z.core.$ZodError): AppError => {
  const plain = listInputIssues(schema, value, issues);
  const valid = plain.flatMap((issue) => {
    const field = issue.path.findLast((part) => typeof part === 'string');
    const validName = validNames[field ?? ''];
    return issue.code === 'invalid_value' && validName !== undefined ? [[validName, issue.values] as const] : [];
  });
  return new AppError('invalid_input', toInputProblems(name, plain), Object.fromEntries(valid));
};
