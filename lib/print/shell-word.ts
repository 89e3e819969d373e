/** Any text as one word of a POSIX shell, in single quotes. */
export const printShellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
