/** Carries the length of a file past Next, which drops `content-length` of a streamed body. The HTTP handler renames it. */
export const fileBytesHeader = 'x-file-bytes';
