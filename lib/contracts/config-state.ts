import * as z from 'zod';

/** How the configuration file stands. */
export const configState = {
  /** Where the configuration is kept. */
  file: z.string(),
  /** What is wrong in the file, with its line; it is not used while anything is. */
  problems: z.array(z.object({ line: z.int().nullable(), key: z.string(), message: z.string() })),
  /** What holds: the file; the copy of it from before it had problems; or what is usual, where there is neither. */
  origin: z.enum(['file', 'copy', 'usual']),
};
