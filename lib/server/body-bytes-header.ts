/** Carries the length of a body past Next, which drops `content-length`. The HTTP handler renames it. */
export const bodyBytesHeader = 'x-body-bytes';
