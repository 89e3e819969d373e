import type { Example } from '../domain/retrieval.ts';
import { printCounted } from '../print/number.ts';

/** Of each prompt, call and result: code points. */
const contentCap = 400;

const ends: Record<Example['end'], string> = {
  succeeded: 'ended well',
  failed: 'WARNING: ended in failure; do not repeat it',
  unknown: 'how it ended is unknown',
};

/** Quoted texts may look like parts of the section: their headings and items are indented. */
const indentMarkup = (text: string): string => text.replaceAll(/\n(?= {0,3}(?:#|- ))/gu, '\n    ');

const cap = (text: string, ellipsis: string): string => {
  const trimmed = indentMarkup(text.trim());
  if (trimmed.length <= contentCap) return trimmed;
  const points = Array.from(trimmed);
  return points.length <= contentCap ? trimmed : points.slice(0, contentCap).join('') + ellipsis;
};

const formatStep = ({ tool, kind, text }: Example['steps'][number]): string => `  ${tool || kind}: ${cap(text, '…')}`;

const formatExample = ({ score, prompt, steps, between, closing, end, sessionId }: Example, number: number): string =>
  [
    `## Example ${number}  (score ${score.toFixed(2)})`,
    `- past prompt: ${cap(prompt, '')}`,
    `- session: ${sessionId}, ${ends[end]}`,
    ...steps.map(formatStep),
    ...(between > 0 ? [`  … ${printCounted(between, 'call or result', 'calls and results')} in between`] : []),
    ...closing.map(formatStep),
  ].join('\n');

const intro = 'These past sessions handled similar requests. Use them as hints, not ground truth — verify any assumption before acting.';

export type Section = { text: string; /** How many of the examples it holds. */ given: number };

/**
 * The section that an agent is given, as the seed writes it, with a line for each session: as many examples as fit into `maxChars`, in
 * order. Null if there are none.
 */
export const formatSection = (examples: readonly Example[], options: { isOneProject: boolean; maxChars: number }): Section | null => {
  const head = `# Past Trajectories${options.isOneProject ? ' (from this project)' : ''}\n\n${intro}`;
  let text = head;
  let given = 0;
  for (const example of examples) {
    const next = `${text}\n\n${formatExample(example, given + 1)}`;
    if (next.length > options.maxChars) break;
    text = next;
    given += 1;
  }
  return given === 0 ? null : { text, given };
};
