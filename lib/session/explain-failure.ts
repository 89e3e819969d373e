/** What clients put around an output: Codex its chunk, time and exit, Claude Code its exit code and tags. */
const wrapper =
  /^\s*(?:Chunk ID: |Wall time:? |Process exited with code |Original token count: |Total output lines: |Output:\s*$|Exit code -?\d+\s*$|Script (?:completed|failed|error:)|<\/?(?:tool_use_error|stdout|stderr|output|error)>\s*$)/u;
/** What test runners put between a failure and its reason. */
const noise =
  /^(?:(?:---|\.\.\.|[|~^=─│\s]+|=+ .* =+|!+ .* !+|error: \|-|Traceback \(most recent call last\):|FAIL +\S+(?: \([\d.]+ m?s\))?)$|(?:duration_ms|type|failureType):(?: |$)|> \S[^@\s]*@\S+ \S|expect\(.*\)\.[^\s(]+\(.*\)(?: \/\/|$))/u;
const traceback = 'Traceback (most recent call last)';

type Rule = { pattern: RegExp; /** The last one counts, and the lines before it explain it. */ isLast?: true };

/** Kinds of lines that explain a failure, the surest first. Each looks at the beginning of a line, so that none is slow. */
const rules: readonly Rule[] = [
  // Python: the exception ends its traceback.
  { pattern: /^[\s│|]*[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Warning)(?:: |$)/u, isLast: true },
  // Failed assertions: pytest, TAP, Go, Jest, Mocha, Vitest, Rust.
  { pattern: /^(?:E {2,}\S|\s*not ok \d|\s*--- FAIL: |\s*● |\s*(?:FAIL|FAILED)\b.*\S|thread '.*' .*panicked at|\s*AssertionError)/u },
  // Compilers: Rust, TypeScript, C, Java and what writes like them.
  { pattern: /^\s*(?:error\[\w+\]|\S+(?::\d+){1,2}: (?:fatal )?error\b|\S+\(\d+,\d+\): error |\S+:\d+:\d+ - error |error TS\d+)/u },
  {
    pattern:
      /^\s*(?:(?:Uncaught )?[\w.]*(?:Error|Exception)\b|Exception in thread |fatal: |error: |ERROR[: ]|panic: |npm (?:ERR!|error) |[×✗✘✖❌] )/u,
  },
  // Shells, and programs that speak like them.
  {
    pattern:
      /^(?:\S*\/)?(?:ba|z|da|fi|k)?sh: |^(?:\(\S+\):\d+|[\w./-]+): .*(?:not found|no such file|denied|cannot|unmatched|invalid|unknown|unrecognized)/iu,
  },
  { pattern: /\b(?:error|failed|failure|not found|denied|cannot|could not|no such|unable to)\b/iu },
];

const maxLooked = 300;
const isNoise = (line: string): boolean => noise.test(line.slice(0, maxLooked).trim());

const findLine = (texts: readonly string[]): { at: number; isLast: boolean } => {
  const isTraceback = texts.some((line) => line.includes(traceback));
  for (const { pattern, isLast = false } of rules) {
    if (isLast && !isTraceback) continue;
    const matches = (line: string): boolean => pattern.test(line.slice(0, maxLooked));
    const at = isLast ? texts.findLastIndex(matches) : texts.findIndex(matches);
    if (at >= 0) return { at, isLast };
  }
  return { at: 0, isLast: false };
};

/** An output without the tags that Claude Code puts around what failed in the tool itself. */
export const unwrapError = (text: string): string => text.replace(/<\/?tool_use_error>/gu, '');

/**
 * Which lines of a failed call's output, from 0, explain the failure; at most `most`: the exception behind its frames, or the first failed
 * assertion, compiler's error or complaint of a shell with what follows it; the first lines where nothing of that is found. Wrappers of
 * clients and banners are left out; an output of nothing else is shown from its beginning.
 */
export const explainFailure = (lines: readonly string[], most: number): number[] => {
  const textOf = (number: number): string => lines[number] ?? '';
  const spoken = Array.from(lines.keys()).filter((number) => textOf(number).trim() !== '' && !wrapper.test(textOf(number)));
  const judged = spoken.filter((number) => !isNoise(textOf(number)) || textOf(number).includes(traceback));
  const { at, isLast } = findLine(judged.map(textOf));
  const around = isLast ? judged.slice(Math.max(0, at + 1 - most), at + 1) : judged.slice(at);
  const found = around.filter((number) => !isNoise(textOf(number)));
  const shown = found.length > 0 ? found : spoken.length > 0 ? spoken : Array.from(lines.keys());
  return shown.slice(0, most);
};
