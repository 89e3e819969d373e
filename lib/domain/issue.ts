import * as z from 'zod';

/** Problems of a line or file in an import. */
export const issueCode = z.enum([
  'bad_json',
  'line_too_long',
  'not_an_object',
  'invalid_utf8',
  'unknown_record',
  'missing_timestamp',
  'unsupported_version',
  'not_recognized',
  'not_supported',
  'empty_file',
  'unreadable',
  'too_large',
  'disk_full',
  'store_busy',
  'pending_tail',
  'companion_file',
  'no_session',
  'missing_log',
  'malformed',
  'bad_snapshot',
  'no_trajectory',
  'snapshot_changed',
  'contradicts_stored',
  'unchecked',
  'cancelled',
  'deleted',
]);
export type IssueCode = z.infer<typeof issueCode>;

/** `line` is 1-based and null for the file as a whole. `excerpt` holds at most 200 characters of the source. */
export const issue = z.object({
  line: z.int().positive().nullable(),
  code: issueCode,
  message: z.string(),
  excerpt: z.string().nullable(),
});
export type Issue = z.infer<typeof issue>;

/** The first 64 kB of a line that an issue refers to; `bytes` is its full size. */
export const issueLine = z.object({ path: z.string(), line: z.int().positive(), bytes: z.int(), text: z.string() });
export type IssueLine = z.infer<typeof issueLine>;

/** Issues of skipped lines, which gave no record; the issue keeps an excerpt. */
export const skippingCodes: readonly IssueCode[] = ['bad_json', 'line_too_long', 'not_an_object', 'too_large', 'bad_snapshot'];
