import type { Example } from '../domain/retrieval.ts';
import { printCounted } from '../print/number.ts';
import { quoteName, quoteText } from './quote-text.ts';

/** Of each prompt, call and result, in code points; where the section has less room, the next one. */
const contentCaps = [400, 200, 100, 40];
const smallestCap = 40;
const maxNameChars = 60;
/** Steps that are rather cut than left out: the first and the last. */
const outerSteps = 2;
/** An example is not shortened to less while there is room for it. */
const minExampleChars = 600;

const ends: Record<Example['end'], string> = {
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

/** How many steps stay before and behind the gap, if `kept` of all stay. */
const splitSteps = ({ steps, between, closing }: Example, kept: number): { before: number; behind: number } => {
  const all = steps.length + closing.length;
  if (kept === all) return { before: steps.length, behind: closing.length };
  // A gap that is there already grows.
  const [maxBefore, maxBehind] = between > 0 ? [steps.length, closing.length] : [all, all];
  const before = Math.min(maxBefore, kept - Math.min(maxBehind, Math.floor(kept / 2)));
  return { before, behind: kept - before };
};

/** An example, with all its steps or without some in the middle, so that it has at most `room` characters; null if it has no form that short. */
const fitExample = (example: Example, number: number, room: number): string | null => {
  const { score, prompt, foundBy, steps, closing, end, sessionId } = example;
  const all = [...steps, ...closing];
  for (const contentCap of contentCaps) {
    const head = [
      `## Example ${number}  (score ${score.toFixed(2)})`,
      `- past prompt: ${cap(prompt, contentCap, '')}`,
      ...(foundBy === null ? [] : [`- found by its results: ${quoteName(foundBy.words.join(', '), maxNameChars)}`]),
      `- session: ${sessionId}, ${ends[end]}`,
    ];
    const lines = all.map(({ tool, kind, text }) => `  ${quoteName(tool ?? '', maxNameChars) || kind}: ${cap(text, contentCap, '…')}`);
    const least = contentCap === smallestCap ? 0 : Math.min(all.length, outerSteps);
    for (let kept = all.length; kept >= least; kept -= 1) {
      const { before, behind } = splitSteps(example, kept);
      const dropped = all.slice(before, all.length - behind).filter(({ kind }) => kind !== 'response').length;
      const between = example.between + dropped;
      const text = [
        ...head,
        ...lines.slice(0, before),
        ...(between > 0 ? [`  … ${printCounted(between, 'call or result', 'calls and results')} in between`] : []),
        ...lines.slice(all.length - behind),
      ].join('\n');
      if (text.length <= room) return text;
    }
  }
  return null;
};

const intro = 'These past sessions handled similar requests. Use them as hints, not ground truth — verify any assumption before acting.';

/** `given`: places of the examples that it holds. */
export type Section = { text: string; given: number[] };

/**
 * The section that an agent is given, as the seed writes it, with a line for each session. What does not fit into `maxChars` is shortened:
 * an example gets its share and what the others leave of theirs. One that has no room even so is left out. Null if it holds none.
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
