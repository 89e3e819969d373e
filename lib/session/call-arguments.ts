import { parseJson } from '../domain/parse-json.ts';
/** Arguments of a call as they stand in the source, and what they mean; `json` is null where they are no JSON. */
export type CallArguments = { text: string; json: { value: unknown } | null };

/** Parses arguments once for all that is computed of them. */
export const readArguments = (text: string): CallArguments => {
  try {
    return { text, json: { value: parseJson(text) } };
  } catch {
    return { text, json: null };
  }
};
