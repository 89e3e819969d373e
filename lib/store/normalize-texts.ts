import type { Store } from './store.ts';

const replacement = '\ufffd';

const isNormal = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.every(isNormal);
  if (value instanceof Set || value instanceof Map) throw new TypeError('Sets and maps are not normalized: pass them on by themselves.');
  for (const key in value) if (!isNormal(key) || !isNormal(value[key as keyof typeof value])) return false;
  return true;
};

const replaceIn = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', replacement);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(replaceIn);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [replaceIn(key), replaceIn(field)]));
};

/** Answers the value itself, not a copy, where there is nothing to replace, which is nearly always. Bytes stay as they are. */
// The copy has the value's shape: texts are replaced by texts, and nothing else changes.
export const normalizeTextsOf = <Value>(value: Value): Value => (isNormal(value) ? value : (replaceIn(value) as Value));

/** Of `session\0id`: the id may hold NUL itself. */
const normalizeResponseKey = (key: string): string => {
  const at = key.indexOf('\0');
  return `${key.slice(0, at)}\0${normalizeTextsOf(key.slice(at + 1))}`;
};

/**
 * A store whose engine never sees NUL or a lone surrogate in a text: each becomes U+FFFD before it, as not every database can hold
 * them. Raw lines are bytes and keep them. State that only its writer reads (of readers, derivations and observers) is stored as JSON, which
 * escapes both, and stays as it is, so that reading goes on exactly where it stopped.
 */
export const normalizeTexts = (store: Store): Store => ({
  ...store,
  append: ({ source: { state, ...source }, sessions, raw, redecoded, ...rows }) =>
    store.append({
      ...normalizeTextsOf(rows),
      source: { ...normalizeTextsOf(source), state },
      sessions: sessions.map(({ head, ...session }) => ({ ...normalizeTextsOf(session), head })),
      raw,
      ...(redecoded && { redecoded: { ...redecoded, responses: new Set(Array.from(redecoded.responses, normalizeResponseKey)) } }),
    }),
  findUnchangedRecords: (rows) => store.findUnchangedRecords(normalizeTextsOf(rows)),
  finishRedecoding: ({ state, ...source }, issueKeys) => store.finishRedecoding({ ...normalizeTextsOf(source), state }, issueKeys),
  putUpgrade: (row) => store.putUpgrade(normalizeTextsOf(row)),
  findCallsOfRelatives: (sessionId, nativeCallIds) => store.findCallsOfRelatives(sessionId, nativeCallIds.map(normalizeTextsOf)),
  findAnsweredCall: (sessionId, nativeCallId) => store.findAnsweredCall(sessionId, normalizeTextsOf(nativeCallId)),
  reduceCalls: (sessionId, configKey, limit, reduce) =>
    store.reduceCalls(sessionId, configKey, limit, (window) => {
      const { state, ...outcome } = reduce(window);
      return { ...normalizeTextsOf(outcome), state };
    }),
  putObservations: (...input) => store.putObservations(...normalizeTextsOf(input)),
  triage: (command) => store.triage(normalizeTextsOf(command)),
  undoTriage: (...input) => store.undoTriage(...normalizeTextsOf(input)),
  clearResolved: (...input) => store.clearResolved(...normalizeTextsOf(input)),
  queueDeliveries: (...input) => store.queueDeliveries(...normalizeTextsOf(input)),
  endDelivery: (...input) => store.endDelivery(...normalizeTextsOf(input)),
  putSummaries: (rows, options) => store.putSummaries(normalizeTextsOf(rows), options),
  putAwaited: (row) => store.putAwaited(normalizeTextsOf(row)),
  putReviewRun: (run) => store.putReviewRun(normalizeTextsOf(run)),
  putReview: (holder, position, review) => store.putReview(holder, position, normalizeTextsOf(review)),
  putReviewAnswer: (holder, position, answer) => store.putReviewAnswer(holder, position, normalizeTextsOf(answer)),
  endReviewRun: (holder, end) => store.endReviewRun(holder, normalizeTextsOf(end)),
  createImport: (row) => store.createImport(normalizeTextsOf(row)),
  putFileResults: (...input) => store.putFileResults(...normalizeTextsOf(input)),
  setNote: (sessionId, note) => store.setNote(sessionId, normalizeTextsOf(note)),
  putWatched: (...input) => store.putWatched(...normalizeTextsOf(input)),
  deleteWatched: (path) => store.deleteWatched(normalizeTextsOf(path)),
  putExperiment: (experiment) => store.putExperiment(normalizeTextsOf(experiment)),
  replaceExperiment: (seen, next) => store.replaceExperiment(seen, normalizeTextsOf(next)),
  putTrajectories: (...input) => store.putTrajectories(...normalizeTextsOf(input)),
  putGivenDescriptor: (...input) => store.putGivenDescriptor(...normalizeTextsOf(input)),
  listTrajectories: (...input) => store.listTrajectories(...normalizeTextsOf(input)),
  announce: (...input) => store.announce(...normalizeTextsOf(input)),
});
