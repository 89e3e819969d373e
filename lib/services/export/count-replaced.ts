import type { ExportPlace, ExportPreview } from '../../domain/export.ts';
import { maxExportPlaces } from '../../domain/export.ts';
import type { Place } from './make-cleaner.ts';

const marker = /\[redacted: ([\w-]+)\]/gu;
const excerptChars = 160;

const listRules = (text: string): string[] => [...text.matchAll(marker)].map(([, rule = '']) => rule);

/** The rules that replaced something; a text may have held markers before. */
const findRules = (before: string, after: string): string[] => {
  const old = listRules(before);
  return listRules(after).filter((rule) => {
    const at = old.indexOf(rule);
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
};

/** The text around the first place where two texts differ. */
const toExcerpt = (before: string, after: string): string => {
  let at = 0;
  while (before[at] === after[at]) at += 1;
  const from = Math.max(0, at - excerptChars / 2);
  const part = after
    .slice(from, from + excerptChars)
    .replace(/\s+/gu, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${part}${from + excerptChars < after.length ? '…' : ''}`;
};

/** Counts what a cleaner replaces, and lists the first places. */
export const makeReplacedCount = () => {
  const counts = new Map<string, number>();
  const places: ExportPlace[] = [];
  let totalPlaces = 0;
  return {
    add: (place: Place, before: string, after: string): void => {
      const rules = findRules(before, after);
      for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
      totalPlaces += 1;
      if (places.length < maxExportPlaces) places.push({ ...place, rules: [...new Set(rules)], excerpt: toExcerpt(before, after) });
    },
    result: (): Pick<ExportPreview, 'replaced' | 'totalPlaces' | 'places'> => ({
      replaced: [...counts].map(([rule, count]) => ({ rule, count })).sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1)),
      totalPlaces,
      places,
    }),
  };
};
