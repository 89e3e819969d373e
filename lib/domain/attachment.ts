import * as z from 'zod';

/** An image or other attachment that stands in for its bytes, which stay in the raw line; 0 bytes: not in the source. */
export const attachment = z.object({ mediaType: z.string(), bytes: z.int() });
export type Attachment = z.infer<typeof attachment>;

/** Larger images are not shown. */
export const maxImageBytes = 20_000_000;

const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp', 'image/*'];

/** Whether it may be an image that is shown. SVG is not: it can hold scripts. */
export const isShownImage = ({ mediaType, bytes }: Attachment): boolean =>
  bytes > 0 && bytes <= maxImageBytes && shownTypes.includes(mediaType);
