import { cutBetweenSecrets } from '../redaction/cut-between-secrets.ts';
import { splitSentences } from './split-sentences.ts';

/** A heading as prompts of weakincentives number them: `## 1.2. Rules (rules)`. */
const numberedHeading = /^#{2,6} \d+(?:\.\d+)*\. /u;

/** A line that opens a code block, or a rule: it has no words. */
const wordless = /^(?:`{3,}|~{3})[^`]*$|^[-*_=]{3,}$/u;

/** How many lines are looked at. */
const maxLines = 20;

/** The line of a prompt that says what it is about: the first with words that is not a numbered heading, else the first line. */
export const toTitleLine = (text: string): string => {
  const lines = text
    .trimStart()
    .split('\n', maxLines)
    .map((line) => line.trim());
  return lines.find((line) => line !== '' && !numberedHeading.test(line) && !wordless.test(line)) ?? lines[0] ?? '';
};

/** Characters of a title. */
const maxTitle = 200;
/** Enough to find the line without reading a long text whole. */
export const titleWindow = 4_000;

/** Title from a prompt: the prompt's first line with words. */
export const toPromptTitle = (prompt: string): string => cutBetweenSecrets(toTitleLine(prompt.slice(0, titleWindow)), maxTitle);

/** Whether a prompt is the name of a command, a skill or a mode, and nothing else: `/plan`, `$tidy`. */
export const isBareCommand = (prompt: string): boolean => /^\s*[/$#@][\w:./-]+\s*$/u.test(prompt);

/** Title from an answer, for lack of a prompt: the answer's first sentence. */
export const toAnswerTitle = (answer: string): string => {
  const line = toTitleLine(answer.slice(0, titleWindow));
  return cutBetweenSecrets(splitSentences(line)[0] ?? line, maxTitle);
};
