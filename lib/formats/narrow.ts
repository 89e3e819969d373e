import { ranges, toMeasured } from '../domain/measure.ts';
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

/** Milliseconds. */
export const toDurationMs = (value: unknown): number | null => toMeasured(value, ranges.durationMs);

/** US dollars. */
export const toUsd = (value: unknown): number | null => toMeasured(value, ranges.usd);

/** A score of a result, such as a reward. */
export const toScore = (value: unknown): number | null => toMeasured(value, ranges.score);

const toWhole = (value: unknown, range: Parameters<typeof toMeasured>[1]): number | null =>
  Number.isInteger(value) ? toMeasured(value, range) : null;

/** A whole number of things. */
export const toCount = (value: unknown): number | null => toWhole(value, ranges.count);

/** The exit code of a process. */
export const toExitCode = (value: unknown): number | null => toWhole(value, ranges.exitCode);

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
