import { readArguments } from '../session/call-arguments.ts';

export type MultilineText = { path: string; text: string };
const maxTexts = 50;
const maxDepth = 4;

type Holder = { texts: MultilineText[]; rest: unknown };

/** Takes the texts with line breaks out of a value. Items of a list also stay in it, so that its places keep their numbers. */
const split = (value: unknown): Holder => {
  const texts: MultilineText[] = [];
  const walk = (inner: unknown, path: string, depth: number): unknown => {
    if (typeof inner === 'string') {
      if (texts.length >= maxTexts || !inner.trimEnd().includes('\n')) return inner;
      texts.push({ path, text: inner });
      return undefined;
    }
    if (inner === null || typeof inner !== 'object' || depth >= maxDepth) return inner;
    if (Array.isArray(inner)) return inner.map((one: unknown, at) => walk(one, `${path}[${at}]`, depth + 1) ?? one);
    return Object.fromEntries(
      Object.entries(inner).map(([name, one]) => [name, walk(one, path === '' ? name : `${path}.${name}`, depth + 1)]),
    );
  };
  const rest = walk(value, '', 0);
  return { texts, rest };
};

const parseObject = (params: string): object | null => {
  const value = readArguments(params).json?.value;
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
};

/** Texts with line breaks among arguments, where JSON is hard to read: each with its path, such as `edits[0].old_string`; at most 50, four levels deep. */
export const computeMultiline = (params: string): MultilineText[] => {
  const value = parseObject(params);
  return value === null ? [] : split(value).texts;
};

/** Arguments to be read: JSON with an indent of two, then each text with line breaks as it is, below its path. Cut JSON stays as it is. */
export const printArguments = (params: string): string => {
  const value = parseObject(params);
  if (value === null) {
    const whole = readArguments(params).json;
    if (whole === null) return params;
    return typeof whole.value === 'string' ? whole.value : JSON.stringify(whole.value, null, 2);
  }
  const { texts, rest } = split(value);
  const json = JSON.stringify(rest, null, 2);
  return [...(json === '{}' && texts.length > 0 ? [] : [json]), ...texts.map(({ path, text }) => `${path}:\n${text}`)].join('\n\n');
};
