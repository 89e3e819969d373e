import { findNearestName } from '../../domain/nearest-name.ts';
import { observerEntry, observersConfig, type ObserverEntry, type ObserversConfig } from '../../domain/observer-config.ts';
import { defaultRedactConfig, redactConfig, type RedactConfig } from '../../domain/redact-config.ts';
import { defaultRetrievalConfig, retrievalConfig, type RetrievalConfig } from '../../domain/retrieval-config.ts';
import { defaultReviewersConfig, reviewersConfig, type ReviewersConfig } from '../../domain/reviewers-config.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import { defaultSummariesConfig, summariesConfig, type SummariesConfig } from '../../domain/summaries-config.ts';
import { defaultConfig, findObserverProblems, makeObserverSet, type ObserverSet } from '../../observers/observer-set.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';
import { printMessage, printPath } from '../../print/key-path.ts';
import { toKeyProblems, type KeyProblem } from '../../yaml/to-key-problems.ts';
import { findNotices } from './find-notices.ts';
import { parseSinks, sinkKeys } from './parse-sinks.ts';

/** A problem in a configuration file. `line` is 1-based; null if no single line is at fault. */
export type FileProblem = { line: number | null; key: string; message: string };

type Sections = {
  config: ObserversConfig;
  sinks: SinkConfig[];
  redact: RedactConfig;
  retrieval: RetrievalConfig;
  summaries: SummariesConfig;
  reviewers: ReviewersConfig;
};

/** `notices`: what is valid and has no effect. */
export type ParsedConfig =
  (Sections & { set: ObserverSet; problems: []; notices: FileProblem[] }) | { config: null; set: null; sinks: []; problems: FileProblem[] };

const observerKeys = Object.keys(observersConfig.shape);
const ownKeys = [...observerKeys, ...sinkKeys, 'redact', 'retrieval', 'summaries', 'reviewers'];
const maxProblems = 50;

/**
 * Reads a configuration file. Without `observers` the defaults apply; without `sinks` nothing is sent. Other keys at the top are
 * ignored with a notice, unless one looks like a typo of a known key. Never throws.
 */
export const parseConfig = (text: string): ParsedConfig => {
  const yaml = parseYaml(text);
  if ('problems' in yaml) return broken(yaml.problems.map((problem) => ({ ...problem, key: '' })));
  const toPlaced = ({ path, message }: KeyProblem): FileProblem => ({
    line: yaml.findLine(path),
    key: printPath(path),
    message: printMessage(message),
  });
  const read = readValue(yaml.value ?? {});
  if ('problems' in read) return broken(read.problems.map(toPlaced));
  const notices = isRecord(yaml.value) ? findNotices(yaml.value, read.sinks, ownKeys) : [];
  return { ...read, problems: [], notices: toListed(notices.map(toPlaced)) };
};

const broken = (problems: FileProblem[]): ParsedConfig => ({
  config: null,
  set: null,
  sinks: [],
  problems: toListed(problems),
});

const toListed = (problems: readonly FileProblem[]): FileProblem[] =>
  problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, maxProblems);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const readValue = (value: unknown): (Sections & { set: ObserverSet }) | { problems: KeyProblem[] } => {
  if (!isRecord(value)) return { problems: [{ path: [], message: `Expected keys such as ${ownKeys.join(' and ')}.` }] };
  const slips = Object.keys(value).flatMap((key) => {
    const meant = ownKeys.includes(key) ? null : findNearestName(key, ownKeys);
    return meant !== null && !(meant in value) ? [{ path: [key], message: `Unknown key ${key}. Did you mean ${meant}?` }] : [];
  });
  const own = Object.fromEntries(observerKeys.filter((key) => key in value).map((key) => [key, value[key]]));
  const parsed = observersConfig.safeParse({ observers: defaultConfig.observers, ...own });
  const made = parsed.success ? makeObserverSet(parsed.data) : { set: null, problems: findObserverProblems(readEntries(own.observers)) };
  const { sinks, problems } = parseSinks(value);
  const redact = redactConfig.safeParse(value.redact ?? defaultRedactConfig);
  const retrieval = retrievalConfig.safeParse(value.retrieval ?? defaultRetrievalConfig);
  const summaries = summariesConfig.safeParse(value.summaries ?? defaultSummariesConfig);
  const reviewers = reviewersConfig.safeParse(value.reviewers ?? defaultReviewersConfig);
  const isValid = parsed.success && made.set && redact.success && retrieval.success && summaries.success && reviewers.success;
  if (isValid && problems.length === 0 && slips.length === 0)
    return {
      config: parsed.data,
      set: made.set,
      sinks,
      redact: redact.data,
      retrieval: retrieval.data,
      summaries: summaries.data,
      reviewers: reviewers.data,
    };
  const ofObservers = (parsed.error?.issues ?? []).flatMap((issue) => toKeyProblems(observersConfig, issue));
  const sections = [
    ['redact', redactConfig, redact],
    ['retrieval', retrievalConfig, retrieval],
    ['summaries', summariesConfig, summaries],
    ['reviewers', reviewersConfig, reviewers],
  ] as const;
  const ofSections = sections.flatMap(([key, schema, { error }]) =>
    (error?.issues ?? []).flatMap((issue) => toKeyProblems(schema, issue, [key])),
  );
  return { problems: [...slips, ...ofObservers, ...made.problems, ...problems, ...ofSections] };
};

/** Entries of observers; null for those that cannot be read. */
const readEntries = (given: unknown): (ObserverEntry | null)[] =>
  (Array.isArray(given) ? given : []).map((entry) => observerEntry.safeParse(entry).data ?? null);
