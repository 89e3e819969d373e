import * as z from 'zod';
import { AppError } from '../../domain/errors.ts';
import { observationDraft, observationSeverity, observationStatus, resolutionReason } from '../../domain/observation.ts';
import { actor, note } from '../../domain/triage.ts';
import { onlyKeys } from '../../observations/only-keys.ts';
import { quote } from '../../observations/quote.ts';
import { toInputError } from './input-error.ts';

/** One value, or a list of them. */
const oneOrMore = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((given): unknown => (Array.isArray(given) ? given : [given]), z.array(value).min(1)).optional();

const { sourceType, sourceRef, metadata, ...same } = observationDraft.shape;
const reported = {
  ...same,
  /** `unknown` is specified for answers of reviewers that are no JSON; they come from the conversation. */
  source_type: z.enum([...sourceType.options, 'unknown']).default('conversation'),
  /** An observation that is reported as acknowledged or resolved is so right after it is created. */
  status: observationStatus.default('open'),
  source_ref: sourceRef.default(null),
  metadata: metadata.default({}),
};

const session_id = z.string().min(1).max(400).optional();
const by = actor.default('agent');
const acting = { observation_id: z.string().min(1).max(200), by };
const resolution_note = note.default(null);

/** Input schema of each operation. */
const operations = {
  create_batch: onlyKeys({ observations: z.array(onlyKeys(reported)).min(1).max(10_000), session_id, by }),
  create: onlyKeys({ ...reported, session_id, by }),
  list: onlyKeys({
    filters: onlyKeys({
      status: oneOrMore(observationStatus),
      severity: oneOrMore(observationSeverity),
      observer: oneOrMore(z.string().min(1).max(400)),
      session_id,
    }).default({}),
    session_id,
    sort_by: z.enum(['severity', 'created_at']).default('severity'),
    limit: z.int().min(1).max(1_000).default(50),
  }),
  get: onlyKeys({ observation_id: z.string().min(1).max(200) }),
  acknowledge: onlyKeys({ ...acting, note: note.default(null) }),
  resolve: onlyKeys({ ...acting, resolution_note, reason: resolutionReason.default('fixed') }),
  reopen: onlyKeys({ ...acting, note: note.default(null) }),
  clear_resolved: onlyKeys({ session_id, by }),
};
export type Operation = keyof typeof operations;
export type ToolInput = { [Name in Operation]: { operation: Name } & z.output<(typeof operations)[Name]> }[Operation];

export const operationNames = Object.keys(operations);
const isOperation = (name: unknown): name is Operation => typeof name === 'string' && Object.hasOwn(operations, name);

/** Parses tool input. Fails with `invalid_input`, whose details list the valid values. */
export const parseToolInput = (body: unknown): ToolInput => {
  const given = z.record(z.string(), z.unknown()).safeParse(body);
  if (!given.success)
    throw new AppError('invalid_input', 'Expected a JSON object with an operation.', { valid_operations: operationNames });
  const { operation, ...rest } = given.data;
  if (!isOperation(operation)) {
    const name = operation === undefined ? 'The operation is missing.' : `Unknown operation ${quote(operation)}.`;
    throw new AppError('invalid_input', name, { valid_operations: operationNames });
  }
  const parsed = operations[operation].safeParse(rest);
  if (parsed.success) {
    // Parsed by the schema of this operation.
    return { operation, ...parsed.data } as ToolInput;
  }
  throw toInputError(operation, operations[operation], rest, parsed.error);
};
