import { toVisibleOutput } from '../print/visible-text.ts';
import { byLines, redactText } from './redact-text.ts';
import { copyRedacted } from './redact-value.ts';

/** Its member is private because a spread drops such members: `{ ...redacted, more }` is not redacted. */
declare class Mark {
  private readonly isRedacted: true;
}

/**
 * A text or value that may leave the archive: without secrets, or with them because a person asked for that. Whatever is added to it or
 * made of it is not marked, so that writers refuse it until it is redacted, too. Only the functions of this file make one.
 */
export type Redacted<Value> = Value & Mark;

/** The mark exists for the compiler alone, so that no value has it without a cast. This is the only one. */
const mark = <Value>(value: Value | Combined<Value>): Redacted<Value> => value as Redacted<Value>;

/** A text with each secret replaced by a marker that names its rule. JSON stays JSON, also if it is cut. */
export const redact = (text: string): Redacted<string> => mark(redactText(text));

/** The same with as many lines as before, so that numbers of lines stay right. */
export const redactLines = (text: string): Redacted<string> => mark(redactText(text, byLines));

/** A JSON value with the secrets in its strings and keys replaced; the same object where there are none. */
export const redactValue = <Value>(value: Value): Redacted<Value> => mark(copyRedacted(value, (text) => text));

/**
 * The same for an agent or a model: plain text, without escape sequences, control characters and marks that reorder text. Those go first,
 * because a secret that they divide would be whole without them.
 */
export const redactPlain = <Value>(value: Value): Redacted<Value> => mark(copyRedacted(value, toVisibleOutput));

/** A value with its secrets, because a person asked for them with `--include-secrets` or `include_secrets=true`. */
export const includeSecrets = <Value>(value: Value): Redacted<Value> => mark(value);

/** Fits a record whose names are any string, or any that fits a template, but none whose names are words of the code. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- The empty type is what is meant.
type NoFields = Record<never, never>;

/**
 * Parts of a value that count as redacted: marked parts, and parts without texts of others, such as numbers and words of the code. Nothing
 * is known about `any`, and a record with arbitrary names may have the texts of others as names.
 */
type Combined<Value> = 0 extends 1 & Value
  ? never
  : Value extends Mark | number | boolean | null | undefined
    ? Value
    : Value extends string
      ? NoFields extends Record<Value, true>
        ? Redacted<string>
        : Value
      : string extends keyof Value
        ? never
        : { [Key in keyof Value]: Combined<Value[Key]> };

/** An object or a list each of whose texts is redacted. */
export const combineRedacted = <const Value>(parts: Combined<Value>): Redacted<Value> => mark<Value>(parts);

/** The empty text. */
export const nothing: Redacted<string> = mark('');

/** The fields of two redacted objects. */
export const mergeRedacted = <One extends object, Other extends object>(
  one: Redacted<One>,
  other: Redacted<Other>,
): Redacted<One & Other> => mark<One & Other>(Object.assign({}, one, other));

/** A text of redacted ones, as a template tag. */
export const redacted = <const Parts extends readonly (string | number)[]>(
  texts: TemplateStringsArray,
  ...parts: Combined<Parts>
): Redacted<string> => mark(String.raw({ raw: texts }, ...parts));

/** Redacted texts with the same text between each two of them. */
export const joinRedacted = (texts: readonly Redacted<string>[], between: '' | '\n' | '\n\n'): Redacted<string> =>
  mark(texts.join(between));

/** The lines of a redacted text: no marker goes over two of them. */
export const toRedactedLines = (text: Redacted<string>): Redacted<string>[] => text.split('\n').map((line) => mark(line));

/** A text that is printed of a redacted value and of nothing else. */
export const printRedacted = <Value>(value: Redacted<Value>, print: (value: Redacted<Value>) => string): Redacted<string> =>
  mark(print(value));

/** A redacted value as JSON. */
export const toRedactedJson = (value: Redacted<unknown>): Redacted<string> => mark(JSON.stringify(value));
