import type { BundleProblem } from '../domain/bundle.ts';
import type { BundleSource, Path } from './bundle-source.ts';

/** A file, or why it cannot be read, as a sentence. `file`: its absolute path. */
export type OpenedFile = { file: string } & ({ text: string } | { problem: string; isMissing: boolean });

/** Opens the file at a path that stands in the file `from`. */
export type OpenFile = (place: string, from: string) => OpenedFile;

/** How a file of a bundle gets at others. */
export type BundleScope = {
  open: OpenFile;
  problems: BundleProblem[];
  /** Files of included bundles by their names, for paths such as `name:observers/a`. */
  bundles: ReadonlyMap<string, string>;
};

/**
 * Finds the file that a source refers to: beside the source or beside its folder, because Amplifier keeps bundles in a folder next to
 * `observers`. `endings`: what may follow the path, in the order in which it is tried. Null: there is no such file, or it cannot be read,
 * which is reported at `path`.
 */
export const findBundleFile = (
  source: BundleSource,
  place: string,
  path: Path,
  endings: readonly string[],
  { open, bundles }: BundleScope,
): { file: string; text: string } | null => {
  const bare = place.replace(/^["']|["']$/gu, '');
  if (bare !== place) source.report('warning', path, `${place} has a stray quotation mark and is read as ${bare}. Remove the mark.`);
  const [, name, rest] = /^([\w.-]{2,}):(.+)$/u.exec(bare) ?? [];
  const from = (name === undefined ? undefined : bundles.get(name)) ?? source.file;
  const places = endings.map((ending) => `${rest ?? bare}${ending}`);
  const looked: string[] = [];
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/u.test(rest ?? bare);
  for (const one of isAbsolute ? places : [...places, ...places.map((relative) => `../${relative}`)]) {
    const opened = open(one, from);
    if ('text' in opened) return opened;
    looked.push(opened.file);
    if (opened.isMissing) continue;
    source.report('error', path, `${opened.file} cannot be read. ${opened.problem}`);
    return null;
  }
  source.report('error', path, `No such file: ${bare}. Tried ${looked.join(', ')}.`);
  return null;
};
