import type { Example } from '../domain/retrieval.ts';
import { printCounted } from '../print/number.ts';
import { quoteName, quoteText } from './quote-text.ts';

/** Length limits of each prompt, call and result, in code points; the next one applies if the section has less room. */
const contentCaps = [400, 200, 100, 40];
const smallestCap = 40;
const maxNameChars = 60;
/** An example is not shortened to less while there is room for it. */
const minExampleChars = 600;

const results: Record<Example['result'], string> = {
  succeeded: 'ended well',
  failed: 'WARNING: ended in failure; do not repeat it',
  unknown: 'how it ended is unknown',
};

const cap = (text: string, contentCap: number, ellipsis: string): string => {
  const quoted = quoteText(text);
  if (quoted.length <= contentCap) return quoted;
  const points = Array.from(quoted);
  return points.length <= contentCap ? quoted : points.slice(0, contentCap).join('') + ellipsis;
};

/** Steps to leave out, in order: first those that are not keys, from the last one back, and then the keys. */
const listDroppable = (steps: Example['steps']): number[] => {
  const places = [...steps.keys()];
  const isKey = (at: number): boolean => steps[at]?.isKey === true;
  return [...places.filter((at) => !isKey(at)).reverse(), ...places.filter(isKey)];
};

/** `foundBy`: of the step that matches, the part that does is printed. */
const printSteps = ({ steps, foundBy }: Pick<Example, 'steps' | 'foundBy'>, dropped: ReadonlySet<number>, contentCap: number): string[] => {
  const lines: string[] = [];
  let skipped = 0;
  const closeGap = (): void => {
    if (skipped > 0) lines.push(`  … ${printCounted(skipped, 'call or result', 'calls and results')} left out`);
    skipped = 0;
  };
  for (const [at, { skipped: before, recordId, kind, tool, text: whole }] of steps.entries()) {
    skipped += before;
    if (dropped.has(at)) {
      if (kind !== 'response') skipped += 1;
      continue;
    }
    closeGap();
    const text = recordId === foundBy?.recordId ? foundBy.excerpt : whole;
    lines.push(`  ${quoteName(tool ?? '', maxNameChars) || kind}: ${cap(text, contentCap, '…')}`);
  }
  closeGap();
  return lines;
};

/** An example, with all its steps or without some, so that it has at most `room` characters; null if it has no form that short. */
const fitExample = (example: Example, number: number, room: number): string | null => {
  const { score, prompt, foundBy, steps, result, sessionId } = example;
  const droppable = listDroppable(steps);
  const others = steps.filter(({ isKey }) => !isKey).length;
  for (const contentCap of contentCaps) {
    const head = [
      `## Example ${number}  (score ${score.toFixed(2)})`,
      `- past prompt: ${cap(prompt, contentCap, '')}`,
      ...(foundBy === null ? [] : [`- found by its results: ${quoteName(foundBy.words.join(', '), maxNameChars)}`]),
      `- session: ${sessionId}, ${results[result]}`,
    ];
    // Texts are cut before keys are left out, or the first of the others.
    const most = contentCap === smallestCap ? steps.length : Math.max(0, others - 1);
    for (let count = 0; count <= most; count += 1) {
      const text = [...head, ...printSteps(example, new Set(droppable.slice(0, count)), contentCap)].join('\n');
      if (text.length <= room) return text;
    }
  }
  return null;
};

const intro = 'These past sessions handled similar requests. Use them as hints, not ground truth — verify any assumption before acting.';

/** `given`: places of the examples that it holds. */
export type Section = { text: string; given: number[] };

/**
 * The section for an agent, as the seed writes it, with a line for each session. If `maxChars` is too small, examples are shortened: each
 * gets its share and what the others leave of theirs. An example that does not fit even then is left out. Null if no example fits.
 */
export const formatSection = (examples: readonly Example[], options: { isOneProject: boolean; maxChars: number }): Section | null => {
  let text = `# Past Trajectories${options.isOneProject ? ' (from this project)' : ''}\n\n${intro}`;
  const given: number[] = [];
  const wholeChars = examples.map((example, at) => (fitExample(example, at + 1, Infinity)?.length ?? 0) + 2);
  for (const [at, example] of examples.entries()) {
    const left = options.maxChars - text.length - 2;
    const share = Math.floor(left / (examples.length - at));
    const others = wholeChars.slice(at + 1).reduce((sum, chars) => sum + Math.min(chars, share), 0);
    const fitted = fitExample(example, given.length + 1, Math.max(left - others, Math.min(left, minExampleChars)));
    if (fitted === null) continue;
    text += `\n\n${fitted}`;
    given.push(at);
  }
  return given.length === 0 ? null : { text, given };
};
