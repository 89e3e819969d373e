import { clip } from './clip.ts';
import type { ObservedCall } from './observed-call.ts';

/** Calls that are remembered with their texts. */
const inFull = 10;
/** Maximum length of the texts of older calls; longer texts are cut. */
const freeCharacters = 130;
const slimBytes = 60;

/** Drops details that each observer saw in its step already, and remembers itself if it needs them. */
const toRemembered = (call: ObservedCall): ObservedCall => {
  if (call.paidBy === undefined && call.clues === undefined)
    return call.edits.length === 0 && call.promptScope === null ? call : { ...call, edits: [], promptScope: null };
  const { paidBy, clues: _, ...rest } = call;
  const spent = paidBy === undefined ? {} : { tokens: null, costUsd: null };
  return { ...rest, ...spent, edits: [], promptScope: null };
};

const toSlim = (call: ObservedCall): ObservedCall => {
  const [first = ''] = call.paths;
  const characters = call.summary.length + (call.error?.length ?? 0) + first.length;
  if (call.paths.length <= 1 && characters <= freeCharacters) return call;
  return { ...call, summary: clip(call.summary, slimBytes), error: call.error === null ? null : clip(call.error, slimBytes), paths: [] };
};

/** Adds a call to the newest ones, in place, and forgets the oldest. */
export const pushRecent = (recent: ObservedCall[], call: ObservedCall, max: number): void => {
  recent.push(toRemembered(call));
  if (recent.length > max) recent.shift();
  const aging = recent.length - 1 - inFull;
  const old = recent[aging];
  if (old) recent[aging] = toSlim(old);
};
