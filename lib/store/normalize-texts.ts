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
const normalize = <Value>(value: Value): Value => (isNormal(value) ? value : (replaceIn(value) as Value));

/** Of `session\0id`: the id may hold NUL itself. */
const normalizeResponseKey = (key: string): string => {
  const at = key.indexOf('\0');
  return `${key.slice(0, at)}\0${normalize(key.slice(at + 1))}`;
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
      ...normalize(rows),
      source: { ...normalize(source), state },
      sessions: sessions.map(({ head, ...session }) => ({ ...normalize(session), head })),
      raw,
      ...(redecoded && { redecoded: { ...redecoded, responses: new Set(Array.from(redecoded.responses, normalizeResponseKey)) } }),
    }),
  findUnchangedRecords: (rows) => store.findUnchangedRecords(normalize(rows)),
  finishRedecoding: ({ state, ...source }, issueKeys) => store.finishRedecoding({ ...normalize(source), state }, issueKeys),
  putUpgrade: (row) => store.putUpgrade(normalize(row)),
  findCallsOfRelatives: (sessionId, nativeCallIds) => store.findCallsOfRelatives(sessionId, nativeCallIds.map(normalize)),
  findAnsweredCall: (sessionId, nativeCallId) => store.findAnsweredCall(sessionId, normalize(nativeCallId)),
  reduceCalls: (sessionId, configKey, limit, reduce) =>
    store.reduceCalls(sessionId, configKey, limit, (window) => {
      const { state, ...outcome } = reduce(window);
      return { ...normalize(outcome), state };
    }),
  putObservations: (...input) => store.putObservations(...normalize(input)),
  triage: (command) => store.triage(normalize(command)),
  undoTriage: (...input) => store.undoTriage(...normalize(input)),
  clearResolved: (...input) => store.clearResolved(...normalize(input)),
  queueDeliveries: (...input) => store.queueDeliveries(...normalize(input)),
  endDelivery: (...input) => store.endDelivery(...normalize(input)),
  putSummaries: (rows, options) => store.putSummaries(normalize(rows), options),
  putAwaited: (row) => store.putAwaited(normalize(row)),
  putReviewRun: (run) => store.putReviewRun(normalize(run)),
  putReview: (holder, position, review) => store.putReview(holder, position, normalize(review)),
  putReviewAnswer: (holder, position, answer) => store.putReviewAnswer(holder, position, normalize(answer)),
  endReviewRun: (holder, end) => store.endReviewRun(holder, normalize(end)),
  createImport: (row) => store.createImport(normalize(row)),
  putFileResults: (...input) => store.putFileResults(...normalize(input)),
  setNote: (sessionId, note) => store.setNote(sessionId, normalize(note)),
  putWatched: (...input) => store.putWatched(...normalize(input)),
  deleteWatched: (path) => store.deleteWatched(normalize(path)),
  putExperiment: (experiment) => store.putExperiment(normalize(experiment)),
  replaceExperiment: (seen, next) => store.replaceExperiment(seen, normalize(next)),
  putTrajectories: (...input) => store.putTrajectories(...normalize(input)),
  putGivenDescriptor: (...input) => store.putGivenDescriptor(...normalize(input)),
  listTrajectories: (...input) => store.listTrajectories(...normalize(input)),
  announce: (...input) => store.announce(...normalize(input)),
});
