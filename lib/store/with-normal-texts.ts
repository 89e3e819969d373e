import { normalizeTexts } from '../domain/normalize-texts.ts';
import type { Store } from './store.ts';

type Method = (...input: unknown[]) => unknown;

/** A function of the caller that an operation calls: what it returns goes into the engine, too. */
const normalizeOutput = (given: unknown): unknown =>
  typeof given === 'function' ? (...input: unknown[]) => normalizeTexts((given as Method)(...input)) : given;

const normalizeInput =
  (method: Method): Method =>
  (...input) =>
    method(...input.map((given) => normalizeOutput(normalizeTexts(given))));

/**
 * A store whose engine never sees NUL or a lone surrogate in a text, whatever operation it comes in by, as not every database can hold
 * them. Nearly all texts are normal before: where they enter, and before anything is derived from them. Raw lines are bytes and keep both.
 */
export const withNormalTexts = (store: Store): Store => {
  const normal = { ...store };
  for (const [name, method] of Object.entries(store)) Reflect.set(normal, name, normalizeInput(method as Method));
  return normal;
};
