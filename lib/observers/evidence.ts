import { clip, clipPath } from './clip.ts';
import { clipSummary } from './clip-summary.ts';
import type { ObservedCall } from './observed-call.ts';

const maxLines = 5;
const lineBytes = 116;
const titleBytes = 120;
const toolBytes = 40;

type Titled = Pick<ObservedCall, 'name' | 'kind' | 'summary' | 'error'>;

/** `#45: Bash(npm test)` */
export const toCallLine = ({ index, name, summary }: ObservedCall): string => clip(`#${index}: ${name}(${summary})`, lineBytes);

/** `#49: Bash - message` */
export const toErrorLine = ({ index, name, error }: ObservedCall): string => clip(`#${index}: ${name} - ${error ?? ''}`, lineBytes);

/** Shows a failed call by its error, any other by its summary. */
export const toLine = (call: ObservedCall): string => (call.error === null ? toCallLine(call) : toErrorLine(call));

/** A file in a title. */
export const toTitledPath = (path: string): string => clipPath(path, titleBytes);

/** A call in a title: its error if it failed, else its summary. Lists truncate it to fit. */
export const toTitled = ({ name, kind, summary, error }: Titled, maxBytes = titleBytes): string => {
  if (error !== null && error !== '') return clip(error, maxBytes);
  const tool = clip(name, toolBytes);
  return clip(`${tool} ${clipSummary(kind, summary, maxBytes - tool.length - 1)}`.trimEnd(), maxBytes);
};

/** The newest lines, oldest first; null where there are none. */
export const toEvidence = <Cited = ObservedCall>(calls: readonly Cited[], print: (call: Cited) => string): string | null =>
  calls.length === 0 ? null : calls.slice(-maxLines).map(print).join('\n');

/** A call in a sentence: `Bash(npm test)`, without marks that would end its quotation. */
export const toQuoted = (name: string, summary: string): string =>
  `\`${clip(summary === '' ? name : `${name}(${summary})`, 90).replaceAll('`', "'")}\``;
