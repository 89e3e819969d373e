import { BoundedMap } from '../bounded-map.ts';
import { toList, toName, toObject } from '../narrow.ts';

/**
 * The kinds of lines that give a text, a call or a result. Each kind gives it once; several kinds may give the same one.
 * Stored states hold these names.
 */
export type Channel = 'llm' | 'raw' | 'block' | 'think' | 'done' | 'pre' | 'start' | 'post' | 'end' | 'error' | 'part' | 'list' | 'told';

/** How often each channel gave the same thing. */
export type Counts = { readonly [Key in Channel]?: number };

/** A session's current turn: its prompt, and the model's latest answer. */
export type Turn = {
  /** Key of the prompt; '' before the first one. */
  prompt: string;
  prompts: number;
  /** Different texts since the prompt. */
  texts: number;
  response: string | null;
  model: string | null;
};

/**
 * All that a reader remembers between lines. Everything is bounded, so that it stays under 32 kB as JSON whatever a file
 * holds.
 */
export type ReaderState = {
  /** Session of lines that name none; null before the first line. */
  current: string | null;
  turns: BoundedMap<Turn>;
  prompts: BoundedMap<Counts>;
  texts: BoundedMap<Counts>;
  ids: BoundedMap<Counts>;
  /** Facts that were reported already. */
  facts: BoundedMap<1>;
};

const limits = { turns: 12, prompts: 128, texts: 160, ids: 240, facts: 64 };

/** Maximum number of texts of one page; all of them are remembered. See claims.ts. */
export const pageTexts = 120;

type Stored<State> = { [Key in keyof State]: State[Key] extends BoundedMap<infer Value> ? [string, Value][] : State[Key] };

/** Archives hold such states: facts keep the key that they have there. */
export type StoredState = Stored<Omit<ReaderState, 'facts'>> & { told: [string, 1][] };

/** The state as plain JSON, under 32 kB. */
export const toState = (state: ReaderState): StoredState => ({
  current: state.current,
  turns: state.turns.toEntries(),
  prompts: state.prompts.toEntries(),
  texts: state.texts.toEntries(),
  ids: state.ids.toEntries(),
  told: state.facts.toEntries(),
});

/** Restores what `toState` returned; starts from the beginning for anything else. */
export const fromState = (stored: unknown): ReaderState => {
  const from = isStored(stored) ? stored : null;
  return {
    current: toName(from?.current, 600),
    turns: new BoundedMap(limits.turns, from?.turns),
    prompts: new BoundedMap(limits.prompts, from?.prompts),
    texts: new BoundedMap(limits.texts, from?.texts),
    ids: new BoundedMap(limits.ids, from?.ids),
    facts: new BoundedMap(limits.facts, from?.told),
  };
};

/** Only `toState` writes the state; its outer shape distinguishes it from that of another version. */
const isStored = (stored: unknown): stored is StoredState => {
  const object = toObject(stored);
  return object !== null && ['turns', 'prompts', 'texts', 'ids', 'told'].every((key) => toList(object[key]) !== null);
};
