import { isCodex, isCodexExec, isLegacyCodex, itemsOf } from '../content-marks.ts';
import type { Head } from '../format.ts';
import { toList, toName, toObject, toObjects, type JsonObject } from '../narrow.ts';
import { isBareItem } from './entry.ts';

/** Rollouts, by content: one line with its type and payload is enough; older ones by their bare first line. */
export const detectCodex = (head: Head): number => {
  const items = itemsOf(head);
  if (items.some(isCodex)) return 0.95;
  if (items.some(isPrintedEvent)) return 0.9;
  return isLegacyCodex(items) ? 0.9 : 0;
};

export const detectCodexExec = (head: Head): number => (itemsOf(head).some(isCodexExec) ? 0.9 : 0);

/** Output of `codex exec --json` until September 2025: events, each in `msg` beside the id of its turn. */
const isPrintedEvent = (one: JsonObject): boolean => toName(one.id, 256) !== null && toName(toObject(one.msg)?.type, 128) !== null;

/** Until May 2025 a session was one document: `session` with its facts, and `items`. */
export const detectCodexJson = (head: Head): number => {
  const document = toObject(head.document);
  const session = toObject(document?.session);
  const isSession = toName(session?.id, 256) !== null && toName(session?.timestamp, 64) !== null;
  return isSession && toObjects(toList(document?.items) ?? []).some(isBareItem) ? 0.9 : 0;
};

/** The session's facts as the first line, which they became later, then the items. */
export const toCodexElements = (document: unknown): readonly unknown[] => {
  const { session, items } = toObject(document) ?? {};
  return [session, ...(toList(items) ?? [])];
};
