import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { maxLevels } from '../../domain/nesting.ts';
import { findNearestName } from '../../domain/nearest-name.ts';
import { observersConfig, type ObserversConfig } from '../../domain/observer-config.ts';
import { defaultRedactConfig, redactConfig, type RedactConfig } from '../../domain/redact-config.ts';
import { defaultRetrievalConfig, retrievalConfig, type RetrievalConfig } from '../../domain/retrieval-config.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import { defaultSummariesConfig, summariesConfig, type SummariesConfig } from '../../domain/summaries-config.ts';
import { makeObserverSet, defaultConfig, type ConfigProblem, type ObserverSet } from '../../observers/observer-set.ts';
import { findLine } from './find-line.ts';
import { findTooDeep } from './find-too-deep.ts';
import { parseSinks, sinkKeys } from './parse-sinks.ts';
import { toConfigProblems, toSentence } from './to-config-problems.ts';

/** A problem in a configuration file. `line` is 1-based; null if no single line is at fault. */
export type FileProblem = { line: number | null; key: string; message: string };

type Sections = {
  config: ObserversConfig;
  sinks: SinkConfig[];
  redact: RedactConfig;
  retrieval: RetrievalConfig;
  summaries: SummariesConfig;
};

export type ParsedConfig =
  (Sections & { set: ObserverSet; problems: [] }) | { config: null; set: null; sinks: []; problems: FileProblem[] };

const observerKeys = Object.keys(observersConfig.shape);
const ownKeys = [...observerKeys, ...sinkKeys, 'redact', 'retrieval', 'summaries'];
const maxProblems = 50;
const tooDeep = `This is nested more than ${maxLevels} levels deep. Check for brackets that are not closed.`;

/**
 * Reads a configuration file. Without `observers` the defaults apply; without `sinks` nothing is sent. Other keys at the top are
 * ignored, unless one looks like a typo of a known key. Never throws.
 */
export const parseConfig = (text: string): ParsedConfig => {
  const lines = new LineCounter();
  const tooDeepAt = findTooDeep(text);
  if (tooDeepAt !== null) return broken([{ line: text.slice(0, tooDeepAt).split(/\r?\n/u).length, key: '', message: tooDeep }]);
  // The library compares each key with each other one.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  if (document.errors.length > 0) {
    return broken(document.errors.map(({ message, pos }) => ({ line: lines.linePos(pos[0]).line, key: '', message: toSentence(message) })));
  }
  const repeated = findRepeatedKey(document);
  if (repeated)
    return broken([{ line: lines.linePos(repeated.at).line, key: '', message: `Keys must be unique; ${repeated.key} appears twice.` }]);
  const read = readValue(document);
  if ('problems' in read) return broken(read.problems.map(toPlaced(document, lines)));
  const made = makeObserverSet(read.config);
  if (made.set) return { ...read, set: made.set, problems: [] };
  // Omitted keys have defaults and no line.
  return broken(made.problems.map(toPlaced(document, lines)));
};

const findRepeatedKey = (document: Document.Parsed): { key: string; at: number } | null => {
  let found: { key: string; at: number } | null = null;
  visit(document, {
    Map: (_key, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) found = { key: String(key.value), at: key.range?.[0] ?? 0 };
        if (found) return visit.BREAK;
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};

const toPlaced =
  (document: Document.Parsed, lines: LineCounter) =>
  ({ path, message }: ConfigProblem): FileProblem => ({ line: findLine(document, lines, path), key: path.join('.'), message });

const broken = (problems: FileProblem[]): ParsedConfig => ({
  config: null,
  set: null,
  sinks: [],
  problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, maxProblems),
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const readValue = (document: Document.Parsed): Sections | { problems: ConfigProblem[] } => {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    return { problems: [{ path: [], message: toSentence(error instanceof Error ? error.message : String(error)) }] };
  }
  if (!isRecord(value)) return { problems: [{ path: [], message: `Expected keys such as ${ownKeys.join(' and ')}.` }] };
  const slips = Object.keys(value).flatMap((key) => {
    const meant = ownKeys.includes(key) ? null : findNearestName(key, ownKeys);
    return meant !== null && !(meant in value) ? [{ path: [key], message: `Unknown key ${key}. Did you mean ${meant}?` }] : [];
  });
  if (slips.length > 0) return { problems: slips };
  const own = Object.fromEntries(observerKeys.filter((key) => key in value).map((key) => [key, value[key]]));
  const parsed = observersConfig.safeParse({ observers: defaultConfig.observers, ...own });
  const { sinks, problems } = parseSinks(value);
  const redact = redactConfig.safeParse(value.redact ?? defaultRedactConfig);
  const retrieval = retrievalConfig.safeParse(value.retrieval ?? defaultRetrievalConfig);
  const summaries = summariesConfig.safeParse(value.summaries ?? defaultSummariesConfig);
  if (parsed.success && redact.success && retrieval.success && summaries.success && problems.length === 0)
    return { config: parsed.data, sinks, redact: redact.data, retrieval: retrieval.data, summaries: summaries.data };
  const ofObservers = (parsed.error?.issues ?? []).flatMap((issue) => toConfigProblems(issue));
  const ofRedact = (redact.error?.issues ?? []).flatMap((issue) => toConfigProblems(issue, ['redact']));
  const ofRetrieval = (retrieval.error?.issues ?? []).flatMap((issue) => toConfigProblems(issue, ['retrieval']));
  const ofSummaries = (summaries.error?.issues ?? []).flatMap((issue) => toConfigProblems(issue, ['summaries']));
  return { problems: [...ofObservers, ...problems, ...ofRedact, ...ofRetrieval, ...ofSummaries] };
};
