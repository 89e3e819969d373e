import type { ExportPlace } from '../../domain/export.ts';
import { includeSecrets, redact, redactValue, type Redacted } from '../../redaction/redact.ts';

/** Where a text is in an export. */
export type Place = Pick<ExportPlace, 'where' | 'seq'>;

/** Takes secrets out of what is exported. */
export type Cleaner = {
  /** `null`: a copy of what is elsewhere, too. */
  text(text: string, place: Place | null): Redacted<string>;
  value<Value>(value: Value, place: Place): Redacted<Value>;
};

/** Leaves secrets where they are. */
export const keepSecrets: Cleaner = { text: includeSecrets, value: includeSecrets };

/** Replaces secrets; `onReplaced` is called for each place where there were some, with the texts before and after. */
export const makeCleaner = (onReplaced?: (place: Place, before: string, after: string) => void): Cleaner => {
  return {
    text: (text, place) => {
      const clean = redact(text);
      if (place && clean !== text) onReplaced?.(place, text, clean);
      return clean;
    },
    value: (value, place) => {
      const clean = redactValue(value);
      if (clean !== value) onReplaced?.(place, JSON.stringify(value), JSON.stringify(clean));
      return clean;
    },
  };
};
