import * as z from 'zod';

/** An image or other attachment that stands in for its bytes, which stay in the raw line; 0 bytes: not in the source. */
export const attachment = z.object({ mediaType: z.string(), bytes: z.int() });
export type Attachment = z.infer<typeof attachment>;
