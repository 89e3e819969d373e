/** Text that clients put around an output: Codex its chunk, time and exit, Claude Code its exit code and tags. */
const wrapper =
  /^\s*(?:Chunk ID: |Wall time:? |Process (?:exited with code|running with session ID) |Original token count: |Total output lines: |Output:\s*$|Exit code -?\d+\s*$|Script (?:completed|failed|error:)|<\/?(?:tool_use_error|stdout|stderr|output|error)>\s*$)/u;
/** Lines that test runners put between a failure and its reason. */
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
      /^(?:\S*\/)?(?:ba|z|da|fi|k)?sh: |^which: no |^(?:\(\S+\):\d+|[\w./-]+): .*(?:not found|no such file|no module named|denied|cannot|unmatched|invalid|unknown|unrecognized)/iu,
  },
  {
    pattern:
      /\b(?:error|failed|failure|not found|denied|cannot|could not|no such|unable to|does not exist|must be|not allowed|has not been)\b/iu,
  },
];

const maxLooked = 300;
const isNoise = (line: string): boolean => noise.test(line.slice(0, maxLooked).trim());

const findLine = (texts: readonly string[]): { at: number; isLast: boolean } | null => {
  const isTraceback = texts.some((line) => line.includes(traceback));
  for (const { pattern, isLast = false } of rules) {
    if (isLast && !isTraceback) continue;
    const matches = (line: string): boolean => pattern.test(line.slice(0, maxLooked));
    const at = isLast ? texts.findLastIndex(matches) : texts.findIndex(matches);
    if (at >= 0) return { at, isLast };
  }
  return null;
};

/** An output without the tags that Claude Code puts around what failed in the tool itself. */
export const unwrapError = (text: string): string => text.replace(/<\/?tool_use_error>/gu, '');

/** Which lines of an output, from 0, are a program's: neither blank nor what a client put around it. */
export const listSpoken = (lines: readonly string[]): number[] =>
  Array.from(lines.keys()).filter((number) => lines[number]?.trim() !== '' && !wrapper.test(lines[number] ?? ''));

/** The spoken lines without banners, and where among them the explanation of a failure begins, or, of a traceback, ends; null: nowhere. */
const judge = (lines: readonly string[], spoken: readonly number[]) => {
  const judged = spoken.filter((number) => !isNoise(lines[number] ?? '') || lines[number]?.includes(traceback));
  return { judged, found: findLine(judged.map((number) => lines[number] ?? '')) };
};

/** The line, from 0, that explains a failure, such as the only one; null where no line is known to. */
export const findCause = (lines: readonly string[]): number | null => {
  const spoken = listSpoken(lines);
  if (spoken.length === 1) return spoken[0] ?? null;
  const { judged, found } = judge(lines, spoken);
  return found ? (judged.slice(found.at).find((number) => !isNoise(lines[number] ?? '')) ?? null) : null;
};

/**
 * Which lines of a failed call's output, from 0, explain the failure; at most `most`: the exception behind its frames, or the first failed
 * assertion, compiler's error or complaint of a shell with what follows it; the first lines where nothing of that is found. Wrappers of
 * clients and banners are left out; an output of nothing else is shown from its beginning.
 */
export const explainFailure = (lines: readonly string[], most: number): number[] => {
  const spoken = listSpoken(lines);
  const { judged, found } = judge(lines, spoken);
  const { at, isLast } = found ?? { at: 0, isLast: false };
  const around = isLast ? judged.slice(Math.max(0, at + 1 - most), at + 1) : judged.slice(at);
  const explaining = around.filter((number) => !isNoise(lines[number] ?? ''));
  const shown = explaining.length > 0 ? explaining : spoken.length > 0 ? spoken : Array.from(lines.keys());
  return shown.slice(0, most);
};
