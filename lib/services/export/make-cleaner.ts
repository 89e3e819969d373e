import type { ExportPlace } from '../../domain/export.ts';
import { redactValue, redact } from '../../redaction/redact.ts';
import { redactText } from '../ingest/redact-line.ts';

/** Where a text is in an export. */
export type Place = Pick<ExportPlace, 'where' | 'seq'>;

/** Takes secrets out of what is exported, each in the way that its form asks for. */
export type Cleaner = {
  /** `null`: a copy of what is elsewhere, too. */
  text(text: string, place: Place | null): string;
  /** A line, or arguments: JSON keeps its form. */
  json(text: string, place: Place): string;
  value<Value>(value: Value, place: Place): Value;
};

/** Leaves secrets where they are. */
export const keepSecrets: Cleaner = { text: (text) => text, json: (text) => text, value: (value) => value };

/** Replaces secrets; `onReplaced` is called for each place where there were some, with the texts before and after. */
export const makeCleaner = (onReplaced?: (place: Place, before: string, after: string) => void): Cleaner => {
  const report = (place: Place | null, before: string, after: string): string => {
    if (place && before !== after) onReplaced?.(place, before, after);
    return after;
  };
  return {
    text: (text, place) => report(place, text, redact(text)),
    json: (text, place) => report(place, text, redactText(text)),
    value: (value, place) => {
      const clean = redactValue(value);
      if (clean !== value && onReplaced) report(place, JSON.stringify(value), JSON.stringify(clean));
      return clean;
    },
  };
};
