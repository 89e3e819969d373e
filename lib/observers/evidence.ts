import { clip } from './clip.ts';
import type { ObservedCall } from './observed-call.ts';

const mostLines = 5;
const lineBytes = 140;
const titleBytes = 32;

/** `#45: Bash(npm test)` */
export const toCallLine = ({ index, name, summary }: ObservedCall): string => clip(`#${index}: ${name}(${summary})`, lineBytes);

/** `#49: Bash - message` */
export const toErrorLine = ({ index, name, error }: ObservedCall): string => clip(`#${index}: ${name} - ${error ?? ''}`, lineBytes);

/** What failed is shown by what it said, what did not by what was asked. */
export const toLine = (call: ObservedCall): string => (call.error === null ? toCallLine(call) : toErrorLine(call));

/** A call in a title: what failed by what it said, what did not by what was asked. */
export const toTitled = ({ name, summary, error }: Pick<ObservedCall, 'name' | 'summary' | 'error'>): string =>
  clip(error === null || error === '' ? `${name} ${summary}`.trimEnd() : error, titleBytes);

/** The newest lines, oldest first; null where there are none. */
export const toEvidence = <Cited = ObservedCall>(calls: readonly Cited[], print: (call: Cited) => string): string | null =>
  calls.length === 0 ? null : calls.slice(-mostLines).map(print).join('\n');

/** A call in a sentence: `Bash(npm test)`, without marks that would end its quotation. */
export const toQuoted = (name: string, summary: string): string =>
  `\`${clip(summary === '' ? name : `${name}(${summary})`, 90).replaceAll('`', "'")}\``;
