import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Bundle, BundleProblem } from '../../domain/bundle.ts';
import type { OpenFile } from '../../reviewers/find-bundle-file.ts';
import { parseBundle } from '../../reviewers/parse-bundle.ts';
import { toSlug } from '../../reviewers/read-observer.ts';
import { findExposure, readPrivateFile } from '../../sources/private-files.ts';
import { toSentence } from '../../yaml/to-key-problems.ts';
import { findIdleIssues } from '../deliveries/apply-bundles.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { toStamp } from '../config/to-stamp.ts';

/** Much more than 200 reviewers take. A broken file takes seconds for each megabyte to parse. */
const maxBytes = 256 * 1024;

/** Opens a file that another one refers to, relative to it. */
export const openBundleFile: OpenFile = (place, from) => {
  const file = path.resolve(path.dirname(from), place);
  try {
    // Unlike the configuration, a bundle may be reached through a link, in a folder that nobody else can write to.
    const exposure = findExposure(path.dirname(file));
    if (exposure !== null) return { file, problem: exposure, isMissing: false };
    const text = existsSync(file) ? readPrivateFile(realpathSync(file), maxBytes) : null;
    return text === null ? { file, problem: 'No such file.', isMissing: true } : { file, text };
  } catch (error) {
    return { file, problem: toSentence(error instanceof Error ? error.message : String(error)), isMissing: false };
  }
};

/** `stamps`: of every file that was looked for, also of those that do not exist (null). */
export type LoadedBundles = { bundles: Bundle[]; problems: BundleProblem[]; stamps: ReadonlyMap<string, string | null> };

/** Answers the bundles of the configuration. Reads files again only if one of them changed; otherwise this takes microseconds. */
export const makeBundleLoader = (config: ConfigFile): { load(): LoadedBundles } => {
  let stamps = new Map<string, string | null>();
  let loaded: LoadedBundles = { bundles: [], problems: [], stamps };
  let names: readonly string[] = [];
  const open: OpenFile = (place, from) => {
    const file = path.resolve(path.dirname(from), place);
    stamps.set(file, toStamp(file));
    return openBundleFile(place, from);
  };
  return {
    load: () => {
      const { reviewers, sinks } = config.load();
      const { bundles } = reviewers;
      const isSame = bundles === names && [...stamps].every(([file, stamp]) => toStamp(file) === stamp);
      if (isSame) return loaded;
      names = bundles;
      stamps = new Map();
      const files = bundles.map((one) => path.resolve(path.dirname(config.file), one));
      const { bundles: used, problems } = combine(files.map((file) => parseBundle(file, open)));
      loaded = { bundles: used, problems: [...problems, ...used.flatMap((one) => findIdleIssues(one, sinks))], stamps };
      return loaded;
    },
  };
};

/** Ids begin with the name of their bundle, so of two bundles with one name only the first is used. */
const combine = (parsed: readonly ReturnType<typeof parseBundle>[]): Omit<LoadedBundles, 'stamps'> => {
  const used = new Map<string, Bundle>();
  const problems = parsed.flatMap((one) => one.problems);
  for (const { bundle } of parsed) {
    if (!bundle) continue;
    const name = toSlug(bundle.name);
    const other = used.get(name);
    if (!other) used.set(name, bundle);
    else {
      const message =
        other.file === bundle.file
          ? 'The configuration names this bundle twice. Remove one of the entries.'
          : `${other.file} is also named ${other.name} and is used instead. Give one of them another \`name\`.`;
      problems.push({ severity: 'error', file: bundle.file, line: null, key: '', message });
    }
  }
  return { bundles: [...used.values()], problems };
};
