import type { BoundedMap } from '../bounded-map.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { pageTexts, type Channel, type Counts, type ReaderState, type Turn } from './reader-state.ts';

/**
 * Amplifier writes the same thing up to five times: in several events of one log, in a second log of another envelope, and
 * in the transcript. A key is therefore made of the text and how often it came before, never of the line: records of
 * one key are one record, whichever file they come from. Inside one file, what another channel gave before is a copy.
 */
export type Claim = { key: string; isCopy: boolean };

const freshTurn: Turn = { prompt: '', prompts: 0, texts: 0, response: null, model: null };

/** The current turn of a session, as far as it is known. */
export const turnOf = (state: ReaderState, session: string): Turn => state.turns.get(fingerprintOf(session)) ?? freshTurn;

/** Changes what is known of the turn that a session stands in. */
export const setTurn = (state: ReaderState, session: string, changed: Partial<Turn>): void => {
  state.turns.set(fingerprintOf(session), { ...turnOf(state, session), ...changed });
};

const count = (seen: BoundedMap<Counts>, hash: string, channel: Channel): Claim => {
  const counts = seen.get(hash) ?? {};
  const before = counts[channel] ?? 0;
  seen.set(hash, { ...counts, [channel]: before + 1 });
  return { key: `${hash}:${String(before)}`, isCopy: Object.values(counts).some((other) => other > before) };
};

const toWords = (text: string): string => text.replaceAll(/\s+/gu, '');

/** A prompt; it begins a turn. */
export const claimPrompt = (state: ReaderState, session: string, text: string): Claim => {
  const { prompts, model } = turnOf(state, session);
  const page = String(Math.floor(prompts / pageTexts));
  const claim = count(state.prompts, fingerprintOf(['prompt', session, page, toWords(text)].join('\0')), 'told');
  setTurn(state, session, { ...freshTurn, prompt: claim.key, prompts: prompts + 1, model });
  return claim;
};

/**
 * A text of the turn. A turn of more different texts than can be remembered is cut into pages, so that a text that comes
 * again after it was forgotten is no copy.
 */
export const claimText = (state: ReaderState, session: string, who: string, text: string, channel: Channel): Claim => {
  const { prompt, texts } = turnOf(state, session);
  const page = Math.floor(texts / pageTexts);
  const words = toWords(text);
  const [hash = '', hashBefore = ''] = [page, page - 1].map((at) => fingerprintOf([who, session, prompt, at, words].join('\0')));
  if (state.texts.get(hashBefore) !== undefined) return count(state.texts, hashBefore, channel);
  if (state.texts.get(hash) === undefined) setTurn(state, session, { texts: texts + 1 });
  return count(state.texts, hash, channel);
};

/** Something with an id, which is usually unique. */
export const claimId = (state: ReaderState, session: string, who: string, id: string, channel: Channel): Claim =>
  count(state.ids, fingerprintOf([who, session, id].join('\0')), channel);
