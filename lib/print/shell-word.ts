/** Any text as one word of a POSIX shell: in single quotes, unless it is plain. */
export const printShellWord = (text: string): string => (/^[\w./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
