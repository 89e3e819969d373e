import type { Attachment } from './attachment.ts';

/** Larger images are not shown. */
export const maxImageBytes = 20_000_000;

const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp', 'image/*'];

/** Whether it may be an image that is shown. SVG is not: it can hold scripts. */
export const isShownImage = ({ mediaType, bytes }: Attachment): boolean =>
  bytes > 0 && bytes <= maxImageBytes && shownTypes.includes(mediaType);
