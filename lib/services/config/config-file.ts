import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ObserversConfig } from '../../domain/observer-config.ts';
import { defaultRedactConfig, type RedactConfig } from '../../domain/redact-config.ts';
import { defaultRetrievalConfig, type RetrievalConfig } from '../../domain/retrieval-config.ts';
import { defaultReviewersConfig, type ReviewersConfig } from '../../domain/reviewers-config.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import { defaultSummariesConfig, type SummariesConfig } from '../../domain/summaries-config.ts';
import { AppError } from '../../domain/errors.ts';
import { defaultConfig, type ObserverSet } from '../../observers/observer-set.ts';
import { findExposure, readPrivateFile } from '../../sources/private-files.ts';
import { toSentence } from '../../yaml/to-key-problems.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { editConfig } from './edit-config.ts';
import { parseConfig, type FileProblem } from './parse-config.ts';
import { replaceFile } from './replace-file.ts';
import { toStamp } from './to-stamp.ts';

/** Source of the active configuration: the file, the copy of its last valid state, or the defaults (`usual`). */
export type ConfigOrigin = 'file' | 'copy' | 'usual';

export type LoadedConfig = {
  /** Hash of the file; null if it does not exist. */
  revision: string | null;
  /** Problems in the file. While there are any, `config` and `set` come from `origin`. */
  problems: FileProblem[];
  /** Valid settings without effect; empty while the file has problems. */
  notices: FileProblem[];
  origin: ConfigOrigin;
  config: ObserversConfig;
  set: ObserverSet;
  /** Sinks that observations are sent to. */
  sinks: SinkConfig[];
  redact: RedactConfig;
  retrieval: RetrievalConfig;
  summaries: SummariesConfig;
  reviewers: ReviewersConfig;
};

export type ConfigFile = {
  /** Absolute path. */
  file: string;
  /** The active configuration. Reads the file again only if its size or times changed; otherwise this takes microseconds. */
  load(): LoadedConfig;
  /** Saves the observers and returns the new revision. Fails with `conflict` if the file is not at `revision` or has problems. */
  save(config: ObserversConfig, revision: string | null): string;
};

const maxBytes = 1024 * 1024;

const toRevision = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Whether a file that cannot be parsed has the line for it. */
const asksForRedaction = (text: string): boolean => /^[^#\n\r\u2028\u2029]*\bon_import['"]?\s*:\s*true\b/mu.test(text);

const makeDefaults = (): Omit<LoadedConfig, 'revision' | 'problems' | 'origin'> => ({
  notices: [],
  config: defaultConfig,
  set: makeDefaultObservers(),
  sinks: [],
  redact: defaultRedactConfig,
  retrieval: defaultRetrievalConfig,
  summaries: defaultSummariesConfig,
  reviewers: defaultReviewersConfig,
});

/** `copyFile`: keeps the last valid configuration, which is used while the file has problems. */
export type ConfigPlaces = { file: string; copyFile: string };

export const makeConfigFile = ({ file, copyFile }: ConfigPlaces): ConfigFile => {
  const folder = path.dirname(file);
  let stamp: string | undefined;
  let loaded: LoadedConfig | null = null;

  const keepCopy = (text: string) => {
    try {
      if (readPrivateFile(copyFile) !== text) replaceFile(copyFile, text);
    } catch {
      // Without a private, writable copy, a file with problems falls back to the defaults.
    }
  };

  /** `asks`: whether the file asks for redaction, or might. A mistake elsewhere in it must not let secrets be stored. */
  const fallBack = (revision: string, problems: FileProblem[], asks: boolean): LoadedConfig => {
    let copy: string | null = null;
    try {
      copy = readPrivateFile(copyFile);
    } catch {
      // A copy that is unreadable, or that others can change, is ignored.
    }
    const parsed = copy === null ? null : parseConfig(copy);
    if (parsed?.config) {
      return { ...parsed, revision, problems, notices: [], origin: 'copy', redact: asks ? { on_import: true } : parsed.redact };
    }
    const defaults = makeDefaults();
    return { revision, problems, origin: 'usual', ...defaults, redact: asks ? { on_import: true } : defaults.redact };
  };

  const read = (): LoadedConfig => {
    let text: string | null;
    try {
      // Whoever can write to the folder can add the file at any time.
      const exposure = findExposure(folder);
      if (exposure !== null) throw new AppError('forbidden', exposure);
      text = readPrivateFile(file, maxBytes);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const sentence = error instanceof AppError ? message : toSentence(`The file cannot be read: ${message}`);
      const isThere = existsSync(file);
      const until = isThere ? ' Until then, secrets are redacted on import, in case the file asks for it.' : '';
      return fallBack('', [{ line: null, key: '', message: sentence + until }], isThere);
    }
    if (text === null) return { revision: null, problems: [], origin: 'usual', ...makeDefaults() };
    const revision = toRevision(text);
    const parsed = parseConfig(text);
    if (!parsed.config) return fallBack(revision, parsed.problems, asksForRedaction(text));
    // Some editors truncate a file before they write it.
    if (text.trim() !== '') keepCopy(text);
    return { ...parsed, revision, origin: 'file' };
  };

  const load = (): LoadedConfig => {
    const now = `${toStamp(file) ?? ''} ${findExposure(folder) ?? ''}`;
    if (loaded && stamp === now) return loaded;
    stamp = now;
    loaded = read();
    return loaded;
  };

  return {
    file,
    load,
    save: (config, revision) => {
      stamp = undefined;
      const { revision: current, problems } = load();
      const [problem] = problems;
      if (problem)
        throw new AppError(
          'conflict',
          `${file}${problem.line === null ? '' : `, line ${problem.line}`}: ${problem.message} Nothing was saved. Fix the file first.`,
        );
      if (current !== revision) {
        throw new AppError('conflict', `${file} changed since it was read. Nothing was saved. Reload it and make your change again.`);
      }
      const text = editConfig(readPrivateFile(file) ?? '', config);
      const parsed = parseConfig(text);
      if (!parsed.config)
        throw new AppError(
          'invalid_input',
          `${parsed.problems.map(({ key, message }) => `${key}: ${message}`).join(' ')} Nothing was saved.`,
        );
      replaceFile(file, text);
      stamp = undefined;
      return toRevision(text);
    },
  };
};
