import { explainFailure } from '../session/explain-failure.ts';
import { listWords } from '../search/words.ts';

/** Fewer lines that a machine wrote are quoted by who asks; more were pasted. */
const minPastedLines = 4;
const minPastedChars = 400;
/** Lines that begin alike, but for their numbers, are written by a machine. */
const minAlike = 5;
/** A text of at least this many words, in which each comes at least this often, was not typed. */
const [minRepeatedWords, leastVariety] = [300, 0.15];
/** The beginning and the end of a longer text name the task. */
const edgeChars = 1_000;
/** Lines of a pasted log that explain its failure, and with how many words of its own a question does without them. */
const [failureLines, enoughWords] = [3, 4];

/** How lines of logs, traces, listings and dumps begin. */
const machineStart =
  /^\s*(?:\[[^\]\s]{1,40}\]|\d{4}[-/]\d\d[-/]\d\d|\d{1,2}:\d\d|(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b|at \S+ ?[(:]|File "|\d{1,6}[:|]|[$%>] |[-dl](?:[r-][w-][x-]){3}|[│┌└├|+{}<"\]]|(?:[\w./-]+):\d+:)/u;
/** A list that a person wrote. */
const listItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/u;

const hasMachineTokens = (line: string): boolean => {
  const tokens = line.trim().split(/\s+/u);
  const odd = tokens.filter((token) => /[\d_=/\\{}[\]<>|:;#@$%^~]/u.test(token.replace(/(?<![.,:;!?)"'’”])[.,:;!?)"'’”]+$/u, '')));
  return odd.length > tokens.length / 2;
};

/** Shared start of lines that begin alike: their first word, unless prose begins with it. */
const toStart = (line: string): string | null => {
  const [first = ''] = line.trim().split(/\s/u, 1);
  const start = first.replaceAll(/\d+/gu, '0').slice(0, 40);
  return /^\p{L}*$/u.test(start) ? null : start;
};

/** Which lines of a prompt a machine wrote; those of code in fences, too. */
const findMachineLines = (lines: readonly string[]): boolean[] => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const start = listItem.test(line) ? null : toStart(line);
    if (start !== null) counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  let isFenced = false;
  return lines.map((line) => {
    if (/^\s*(?:```|~~~)/u.test(line)) {
      isFenced = !isFenced;
      return true;
    }
    if (isFenced) return true;
    if (line.trim() === '' || listItem.test(line)) return false;
    return machineStart.test(line) || (counts.get(toStart(line) ?? '') ?? 0) >= minAlike || hasMachineTokens(line);
  });
};

type Parts = { typed: string; pasted: string[] };

/** A prompt without what was pasted into it, and the lines of that. */
const splitPasted = (prompt: string): Parts => {
  const lines = prompt.split(/\r\n?|\n/u);
  const isMachine = findMachineLines(lines);
  const typed: string[] = [];
  const pasted: string[] = [];
  let run: string[] = [];
  const close = (): void => {
    const spoken = run.filter((line) => line.trim() !== '');
    const isPaste = spoken.length >= minPastedLines || spoken.some((line) => line.length > minPastedChars);
    (isPaste ? pasted : typed).push(...run);
    run = [];
  };
  for (const [at, line] of lines.entries()) {
    // A blank line ends no log.
    if (isMachine[at] || (run.length > 0 && line.trim() === '')) run.push(line);
    else {
      close();
      typed.push(line);
    }
  }
  close();
  const text = typed.join('\n').trim();
  const words = listWords(text);
  if (words.length >= minRepeatedWords && new Set(words).size < words.length * leastVariety)
    return { typed: '', pasted: [...typed, ...pasted] };
  return { typed: text.length <= 2 * edgeChars ? text : `${text.slice(0, edgeChars)}\n${text.slice(-edgeChars)}`, pasted };
};

/** Request in a prompt, without pasted logs, traces and code; '' if the prompt is nothing else. */
export const toTaskText = (prompt: string): string => splitPasted(prompt).typed;

/**
 * Search text for examples: the request in the prompt and, if that is only a few words beside a pasted log, the lines of the log that
 * explain its failure.
 */
export const toQuestion = (prompt: string, countTelling: (text: string) => number): string => {
  const { typed, pasted } = splitPasted(prompt);
  if (pasted.length === 0 || countTelling(typed) >= enoughWords) return typed;
  const lines = explainFailure(pasted, failureLines).map((at) => pasted[at] ?? '');
  return [typed, ...lines].join('\n').trim();
};
