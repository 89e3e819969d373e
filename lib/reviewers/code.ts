import type { ObservationDraft } from '../domain/observation.ts';
import { findPlaces, isSameFile } from './place.ts';

const maxLines = 3;
const maxChars = 300;

/**
 * The text of the lines that a finding refers to, the first three with words, without indentation. Null if it refers to no lines of these
 * files. `root`: folder of the session; paths below it become relative.
 */
export const findCode = (
  finding: Pick<ObservationDraft, 'content' | 'sourceRef'>,
  files: readonly { path: string; text: string }[],
  root: string | null,
): string | null => {
  for (const { file, lines } of findPlaces(finding, root)) {
    const named = files.filter(({ path }) => isSameFile(path, file));
    const sent = named.find(({ path }) => path === file) ?? (named.length === 1 ? named[0] : undefined);
    if (!sent || !lines) continue;
    const code = sent.text
      .split('\n')
      .slice(Math.max(0, lines.from - 1), lines.to)
      .map((line) => line.trim().replace(/\s+/gu, ' '))
      .filter((line) => /[\p{L}\p{N}]/u.test(line))
      .slice(0, maxLines)
      .join('\n')
      .slice(0, maxChars);
    if (code !== '') return code;
  }
  return null;
};
