import type { ReviewTrigger, WatchSource } from '@/lib/domain/bundle.ts';
import type { Outcome } from '@/lib/domain/outcome.ts';
import type { Review, ReviewOutcome, ReviewRun, ReviewRunState, ReviewSource } from '@/lib/domain/review.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';

/** A word and a mark for what came of a reviewer. */
export const outcomeWords: Record<ReviewOutcome, { word: string; mark: Outcome }> = {
  waiting: { word: 'Queued', mark: 'unknown' },
  running: { word: 'Running', mark: 'running' },
  reviewed: { word: 'Reviewed', mark: 'ok' },
  unchanged: { word: 'Unchanged', mark: 'ok' },
  skipped: { word: 'Skipped', mark: 'rejected' },
  failed: { word: 'Failed', mark: 'error' },
  timed_out: { word: 'Timed out', mark: 'error' },
  canceled: { word: 'Canceled', mark: 'interrupted' },
};

export const runWords: Record<ReviewRunState, { word: string; mark: Outcome }> = {
  queued: outcomeWords.waiting,
  running: outcomeWords.running,
  done: { word: 'Done', mark: 'ok' },
  failed: outcomeWords.failed,
  canceled: outcomeWords.canceled,
};

const sources: Record<ReviewSource, string | null> = {
  hook: null,
  page: 'from this page',
  command: 'from the command line',
  agent: 'by an agent',
};

/** Trigger of a run: an event of an agent, or the place that requested it. */
export const printBegun = ({ event, source }: Pick<ReviewRun, 'event' | 'source'>): string => sources[source] ?? event;

export const isActive = ({ state }: Pick<ReviewRun, 'state'>): boolean => state === 'queued' || state === 'running';

const join = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** `2 new, 1 known, 1 resolved`; null: it reported nothing. */
export const printFound = ({ found, foundAgain, resolved }: Pick<Review, 'found' | 'foundAgain' | 'resolved'>): string | null => {
  const parts = [
    { count: found, word: 'new' },
    { count: foundAgain, word: 'known' },
    { count: resolved, word: 'resolved' },
  ].filter(({ count }) => count > 0);
  return parts.length === 0 ? null : parts.map(({ count, word }) => `${printCount(count)} ${word}`).join(', ');
};

/** `The conversation, with tool calls and reasoning`. */
export const printConversation = ({ includeToolCalls, includeReasoning }: Extract<WatchSource, { type: 'conversation' }>): string => {
  const parts = [...(includeToolCalls ? ['tool calls'] : []), ...(includeReasoning ? ['reasoning'] : [])];
  return `The conversation, ${parts.length === 0 ? 'without tool calls or reasoning' : `with ${join(parts)}`}`;
};

/** `tool:post of Edit and Write`. */
export const printTrigger = ({ event, tools }: ReviewTrigger): string => (tools === null ? event : `${event} of ${join(tools)}`);

/** Servers that are sent to, each once: `Anthropic and http://127.0.0.1:11434`; null: none is. */
export const printServers = (access: readonly { server: string | null }[]): string | null =>
  join([...new Set(access.flatMap(({ server }) => server ?? []))]) || null;

const verbs: readonly { outcomes: readonly ReviewOutcome[]; word: string }[] = [
  { outcomes: ['reviewed'], word: 'reviewed' },
  { outcomes: ['unchanged'], word: 'unchanged' },
  { outcomes: ['skipped'], word: 'skipped' },
  { outcomes: ['failed', 'timed_out'], word: 'failed' },
  { outcomes: ['canceled'], word: 'canceled' },
  { outcomes: ['waiting', 'running'], word: 'to go' },
];

const sum = (reviews: readonly Review[], of: (review: Review) => number): number => reviews.reduce((total, one) => total + of(one), 0);

/** Result of a run: `3 reviewed, 1 unchanged: 4 new findings, 2 known, 1 resolved.` */
export const printRunResult = ({ reviews }: Pick<ReviewRun, 'reviews'>): string => {
  const counts = verbs
    .map(({ outcomes, word }) => ({ word, count: reviews.filter(({ outcome }) => outcomes.includes(outcome)).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${printCount(count)} ${word}`);
  if (counts.length === 0) return 'No reviewer was due.';
  if (!reviews.some(({ outcome }) => outcome === 'reviewed')) return `${counts.join(', ')}.`;
  const found = sum(reviews, (one) => one.found);
  const rest = printFound({ found: 0, foundAgain: sum(reviews, (one) => one.foundAgain), resolved: sum(reviews, (one) => one.resolved) });
  return `${counts.join(', ')}: ${[printCounted(found, 'new finding'), ...(rest === null ? [] : [rest])].join(', ')}.`;
};

/** Sum of what is known; null: nothing is. */
export const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};
