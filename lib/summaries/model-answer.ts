import * as z from 'zod';
import { parseJson } from '../domain/parse-json.ts';
import type { ConfidenceLevel, SummaryTexts } from '../domain/summary.ts';
import { toPlainLine } from '../print/plain-line.ts';
import { findOtherLanguage } from './language.ts';

/** Characters of what a model writes. */
export const answerLimits = { summary: 720, tools_rationale: 1_200, key_findings: 1_200 } as const;

/** Fields that a model writes. */
export type ModelTexts = Pick<SummaryTexts, 'summary' | 'tools_rationale' | 'key_findings' | 'confidence_level'>;

/** `problem`: why an answer is of no use, as a sentence. */
type ReadAnswer = { texts: ModelTexts; problem: null } | { texts: null; problem: string };

/** `High` for "High confidence"; `Unknown` where no level, several or a negated one is named. */
export const toConfidenceLevel = (text: string): ConfidenceLevel => {
  const words: string[] =
    text
      .slice(0, 200)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const named = (['High', 'Medium', 'Low'] as const).filter((level) => words.includes(level.toLowerCase()));
  const [level] = named;
  return level === undefined || named.length > 1 || words.includes('not') ? 'Unknown' : level;
};

/** Different letters that a text has at least; a summary in Chinese may be short. */
const minLetters = { summary: 4, tools_rationale: 2, key_findings: 2 } as const;
const isText = (text: string, least: number): boolean => new Set(text.match(/\p{L}/gu)).size >= least;

const field = (name: keyof typeof answerLimits) =>
  z
    .string()
    .transform((text) => toPlainLine(text, answerLimits[name]))
    .refine((text) => isText(text, minLetters[name]));
const answer = z.object({
  summary: field('summary'),
  tools_rationale: field('tools_rationale'),
  key_findings: field('key_findings'),
  confidence_level: z.string().transform(toConfidenceLevel),
});

/** Some servers put the object between lines of Markdown. */
const fenced = /^```(?:json)?([^]*)```$/u;

const parse = (text: string): unknown => {
  try {
    return parseJson(fenced.exec(text.trim())?.[1] ?? text);
  } catch {
    return undefined;
  }
};

/** Reads what a model answered to a prompt: shortened where it is too long, refused where it is no summary in the prompt's language. */
export const readAnswer = (text: string, prompt: string): ReadAnswer => {
  const value = parse(text);
  if (value === undefined) return { texts: null, problem: text.trim() === '' ? 'The answer is empty.' : 'The answer is not valid JSON.' };
  const parsed = answer.safeParse(value);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.flatMap(({ path: [name] }) => (name === undefined ? [] : [String(name)])))];
    return {
      texts: null,
      problem: names.length === 0 ? 'The answer is not a JSON object.' : `The answer has no usable ${names.join(', ')}.`,
    };
  }
  const { confidence_level: _, ...texts } = parsed.data;
  const language = findOtherLanguage(prompt, Object.values(texts).join('\n'));
  if (language !== null) return { texts: null, problem: `The answer is in ${language}, unlike the prompt.` };
  return { texts: parsed.data, problem: null };
};
