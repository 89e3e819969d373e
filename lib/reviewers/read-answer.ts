import {
  maxContentChars,
  maxNoteChars,
  maxSourceRefChars,
  observationSeverity,
  type ObservationDraft,
  type ObservationSeverity,
} from '../domain/observation.ts';
import { showsSomething } from '../domain/visible.ts';
import { compareSeverities } from '../observations/severity.ts';
import { clipText } from '../print/cut-text.ts';
import { printCount, printCounted } from '../print/number.ts';
import { toOneLine } from '../print/one-line.ts';
import { toVisibleText } from '../print/visible-text.ts';
import { parseAnswer } from './parse-answer.ts';

/** A finding of a reviewer. The metadata holds `category`, `suggestion`, `cwe` and `parse_error`, as far as there are any. */
export type ReviewDraft = Pick<ObservationDraft, 'content' | 'severity' | 'sourceRef' | 'metadata'> & {
  /** Id of what the reviewer reported before and calls the same problem. */
  sameAs?: string;
};

/** `resolved`: what the reviewer reported before and calls fixed. `problems`: what was wrong with the answer, as sentences. */
export type ReadReview = { drafts: ReviewDraft[]; resolved: { id: string; reason: string }[]; problems: string[] };

const maxTextChars = 500;
const maxNothingChars = 200;
const maxCategoryChars = 60;
const maxQuotedChars = 60;
const maxListed = 5;
/** Different letters of an answer that says something. */
const minLetters = 6;

const quote = (text: string): string => `“${toOneLine(text, maxQuotedChars)}”`;

type Fields = Readonly<Record<string, unknown>>;

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The first text that shows something, cut to `maxChars`; null if there is none. */
const findText = (maxChars: number, ...values: readonly unknown[]): string | null => {
  const found = values.find((value): value is string => typeof value === 'string' && showsSomething(value));
  return found === undefined ? null : clipText(toVisibleText(found).trim(), maxChars);
};

/** Words that models use instead of the severities that they are asked for. */
const severityWords: Readonly<Record<ObservationSeverity, RegExp>> = {
  critical: /\b(?:critical|blocker|blocking|fatal|urgent|p0)\b/u,
  high: /\b(?:high|error|major|serious|severe|important|p1)\b/u,
  medium: /\b(?:medium|moderate|warning|warn|caution|p2)\b/u,
  low: /\b(?:low|minor|trivial|nit|nitpick|p3)\b/u,
  info: /\b(?:info|information|informational|note|notice|hint|suggestion|remark|none|p4)\b/u,
};
const defaultSeverity: ObservationSeverity = 'medium';

const readSeverity = (value: unknown): { severity: ObservationSeverity; problem: string | null } => {
  const word = findText(maxQuotedChars, value)?.toLowerCase() ?? '';
  const { data } = observationSeverity.safeParse(word);
  if (data !== undefined) return { severity: data, problem: null };
  const severity = observationSeverity.options.find((one) => severityWords[one].test(word)) ?? defaultSeverity;
  const problem =
    word === '' ? `A finding without a severity was read as ${severity}.` : `The severity ${quote(word)} was read as ${severity}.`;
  return { severity, problem };
};

/** A category is a short name. */
const readCategory = (value: unknown): { category: string | null; problem: string | null } => {
  const category = findText(maxContentChars, value)?.toLowerCase() ?? null;
  if (category === null) return { category, problem: null };
  if (category.length <= maxCategoryChars && /^[\p{L}\d][\p{L}\p{M}\d _/&-]*$/u.test(category)) return { category, problem: null };
  return { category: null, problem: `The category ${quote(category)} is not a short name and was left out.` };
};

/** Where a finding is: a text, or a file and its line as fields. */
const readSourceRef = (finding: Fields): string | null => {
  const given = finding.source_ref ?? finding.location ?? finding;
  const { file, path, line } = toFields(given);
  const named = findText(maxSourceRefChars, given, file, path);
  if (named === null) return null;
  return toOneLine(named === given || typeof line !== 'number' ? named : `${named}:${line}`, maxSourceRefChars);
};

/** Takes what is known of a finding and nothing else: it names no observer, id, status or fingerprint. Null without a text. */
const readFinding = (value: unknown, known: ReadonlySet<string>): { draft: ReviewDraft; problems: string[] } | null => {
  const finding = toFields(value);
  const named = findText(maxQuotedChars, finding.same_as)?.replace(/^#/u, '') ?? '';
  const content = findText(maxContentChars, value, finding.content, finding.description, finding.message);
  if (content === null) return null;
  const metadata = toFields(finding.metadata);
  const { severity, problem } = readSeverity(finding.severity);
  const { category, problem: categoryProblem } = readCategory(metadata.category ?? finding.category);
  const suggestion = findText(maxNoteChars, metadata.suggestion, finding.suggestion);
  const { cwe } = metadata;
  const facts = {
    ...(category !== null && { category }),
    ...(suggestion !== null && { suggestion }),
    ...(typeof cwe === 'string' && /^CWE-\d{1,6}$/u.test(cwe) && { cwe }),
  };
  const draft = { content, severity, sourceRef: readSourceRef(finding), metadata: facts, ...(known.has(named) && { sameAs: named }) };
  return { draft, problems: [problem, categoryProblem].filter((one) => one !== null) };
};

/** Without those that repeat one before. */
const withoutRepeats = (drafts: readonly NonNullable<ReturnType<typeof readFinding>>[]) =>
  [...new Map(drafts.toReversed().map((one) => [JSON.stringify([one.draft.content, one.draft.sourceRef]), one])).values()].toReversed();

const isCutOff = 'The answer was cut off. Only findings that are complete were kept.';

const noProblems =
  /^\W*(?:(?:i|we|there) (?:\p{L}+ ){1,2})?no (?:\p{L}+[ -]){0,3}(?:issues?|problems?|findings|observations|concerns|vulnerabilities)(?: (?:(?:was|were) )?(?:found|detected|identified|to|here|in|with)\b|[.!]|\W*$)/iu;
const allGood = /^\W*(?:nothing (?:to report|new|was found|found)\b|lgtm\b|looks good\b|none\W*$)/iu;
const restriction = /\b(?:but|however|except|although|though|unless|apart|besides|only)\b|\.\w+:\d|\blines? \d/iu;

/** Whether a text says that nothing was found, in a few words, and neither restricts that nor names a place. */
const saysNothing = (text: string): boolean =>
  text.length <= maxNothingChars && (noProblems.test(text) || allGood.test(text)) && !restriction.test(text);

const readText = (answer: string): ReadReview => {
  const text = findText(maxTextChars, answer);
  if (text === null) return { drafts: [], resolved: [], problems: ['The answer is empty.'] };
  if (saysNothing(text)) return { drafts: [], resolved: [], problems: [] };
  if (new Set(text.match(/\p{L}/gu)).size < minLetters)
    return { drafts: [], resolved: [], problems: [`The answer is ${quote(text)}, not JSON.`] };
  const draft: ReviewDraft = { content: text, severity: 'info', sourceRef: null, metadata: { parse_error: true } };
  return { drafts: [draft], resolved: [], problems: ['The answer is a text, not JSON. It was kept as one observation.'] };
};

const readResolved = (values: readonly unknown[], known: ReadonlySet<string>) => {
  const resolved = new Map<string, string>();
  const foreign = new Set<string>();
  for (const value of values) {
    const { id, reason } = toFields(value);
    const name = findText(maxQuotedChars, value, id)?.replace(/^#/u, '') ?? '';
    if (!known.has(name)) foreign.add(name);
    else if (!resolved.has(name)) resolved.set(name, findText(maxNoteChars, reason) ?? 'No reason was given.');
  }
  const named = [...foreign].slice(0, maxListed).map(quote).join(', ');
  const problem = `${printCounted(foreign.size, 'id')} to resolve ${foreign.size === 1 ? "doesn't" : "don't"} belong to this reviewer: ${named}.`;
  return { resolved: [...resolved].map(([id, reason]) => ({ id, reason })), problem: foreign.size === 0 ? null : problem };
};

/**
 * Reads what a reviewer answered: its findings, the most severe first, `maxFindings` at most, and which of `known`, the ids that it was
 * given, it calls fixed. An answer in prose is one finding. Never throws.
 */
export const readReviewAnswer = (answer: string, maxFindings: number, known: readonly string[]): ReadReview => {
  const parsed = parseAnswer(answer);
  if (parsed === null) return readText(answer);
  if (parsed.findings === null) {
    const keys = parsed.keys.slice(0, maxListed).map(quote).join(', ');
    const problem = `The answer has no list of observations${keys === '' ? '' : `; it has ${keys}`}.`;
    return { drafts: [], resolved: [], problems: [parsed.isCut ? isCutOff : problem] };
  }
  const ids = new Set(known);
  const read = parsed.findings.map((finding) => readFinding(finding, ids));
  const found = withoutRepeats(read.filter((one) => one !== null));
  const kept = found.toSorted((a, b) => compareSeverities(a.draft.severity, b.draft.severity)).slice(0, maxFindings);
  const { resolved, problem } = readResolved(parsed.resolved, ids);
  const empty = read.filter((one) => one === null).length;
  const dropped = found.length - kept.length;
  const problems = [
    parsed.isCut ? isCutOff : null,
    parsed.isDamaged ? 'The answer is not valid JSON. What can be read was kept.' : null,
    empty > 0 ? `${printCounted(empty, 'finding')} without a text ${empty === 1 ? 'was' : 'were'} left out.` : null,
    dropped > 0 ? `${printCount(found.length)} findings; the ${printCount(maxFindings)} most severe ones were kept.` : null,
    problem,
    ...new Set(kept.flatMap((one) => one.problems)),
  ].filter((one) => one !== null);
  return { drafts: kept.map(({ draft }) => draft), resolved, problems };
};
