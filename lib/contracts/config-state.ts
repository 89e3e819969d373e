import * as z from 'zod';

const place = z.object({ line: z.int().nullable(), key: z.string(), message: z.string() });

/** State of the configuration file. */
export const configState = {
  /** Path of the configuration file. */
  file: z.string(),
  /** Problems with their lines; the file is not used while it has any. */
  problems: z.array(place),
  /** Valid settings without effect. */
  notices: z.array(place),
  /** Source of the active configuration: the file; its last valid copy; or the defaults (`usual`). */
  origin: z.enum(['file', 'copy', 'usual']),
};
