import type { ResultDraft } from '../format.ts';
import { toJson } from '../narrow.ts';
import { parseJson } from '../../domain/parse-json.ts';

/** The parts of the text of a tool's row: `tool: key=value key=value`, then output, then `error: …`. */
export type ToolText = {
  /** Arguments as JSON text; '' where the text does not say them. */
  params: string;
  callOutcome: Pick<ResultDraft, 'outcome' | 'outcomeSource'>;
};

/**
 * The source cuts values and quotes nothing: a value ends where the next ` key=` or the line ends. It always writes a
 * failure as `error: …`, so that a text in its form without one means success.
 */
export const readToolText = (tool: string, text: string): ToolText => {
  const hasHeader = text.startsWith(`${tool}:`);
  const head = hasHeader ? (text.slice(tool.length + 1).split('\n', 1)[0] ?? '') : '';
  const params = hasHeader ? toParams(head) : '';
  const hasFailed = /^error:/mu.test(hasHeader ? text.slice(tool.length + 1 + head.length) : text);
  if (hasFailed) return { params, callOutcome: { outcome: 'error', outcomeSource: 'text' } };
  return { params, callOutcome: hasHeader ? { outcome: 'ok', outcomeSource: 'text' } : { outcome: 'unknown', outcomeSource: 'none' } };
};

/** Arguments of a call's own row: its JSON as it stands, else the form of a result's. */
export const toCallParams = (tool: string, text: string): string => {
  if (text.trim() === '') return '';
  if (isJson(text)) return text;
  return text.startsWith(`${tool}:`) ? toParams(text.slice(tool.length + 1)) : toJson(text);
};

const keyPattern = /(?:^|\s)([A-Za-z_][\w.-]{0,63})=/gu;

const toParams = (head: string): string => {
  const text = head.trim();
  const keys = [...text.matchAll(keyPattern)];
  if (keys[0]?.index !== 0) return text === '' ? '{}' : toJson(text);
  const entries = keys.map((key, index) => [key[1] ?? '', text.slice(key.index + key[0].length, keys[index + 1]?.index)] as const);
  return toJson(Object.fromEntries(entries));
};

const isJson = (text: string): boolean => {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
};
