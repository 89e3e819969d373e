/** A line of PowerShell or of Windows' command prompt, as far as its words go, as a POSIX shell would write it. */
export const toPosixLine = (line: string): string =>
  line
    .replace(/`\r?\n/gu, ' ')
    .replaceAll('\\', '/')
    // The call operator.
    .replace(/(^|[;|\n({])(\s{0,8})& (?=\S)/gu, '$1$2')
    .replace(/\$env:(\w{1,64})\s{0,4}=\s{0,4}/giu, '$1=');
