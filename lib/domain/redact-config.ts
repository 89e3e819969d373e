import * as z from 'zod';

/** The part of the configuration file about secrets, with its key names. */
export const redactConfig = z.strictObject({
  /** Whether secrets are replaced before files and live calls are stored. */
  on_import: z.boolean().default(false),
});
export type RedactConfig = z.output<typeof redactConfig>;
export const defaultRedactConfig: RedactConfig = redactConfig.parse({});
