import { toModelName } from '../pricing/model-name.ts';
import { writeDeepJson } from './deep-json.ts';

/** Total readings of parsed JSON: what is not of the asked kind is null. */
export type JsonObject = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is a JSON object, else null. */
export const toObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

/** The value if it is a list, else null. */
export const toList = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** The value if it is a text, else null. */
export const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A string that is not empty and no longer than `limit` characters, such as an id. */
export const toName = (value: unknown, limit: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= limit ? value : null;

/** A model's name without provider and context window, as `toModelName` gives it. */
export const toModel = (value: unknown): string | null => {
  const name = toName(value, 128);
  return name === null ? null : toModelName(name);
};

/** A finite number of at least 0. */
export const toAmount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** A safe integer of at least 0. */
export const toCount = (value: unknown): number | null => (Number.isSafeInteger(value) ? toAmount(value) : null);

/** JSON text of a parsed value, however deep; `null` for what is absent. */
export const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    // The stack holds some thousand levels.
    if (error instanceof RangeError) return writeDeepJson(value);
    throw error;
  }
};

/** Those of the values that are objects. */
export const toObjects = (values: readonly unknown[]): JsonObject[] => values.filter(isObject);
