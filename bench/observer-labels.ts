import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { computeEpisodes } from '../lib/observers/episodes.ts';
import { computeWilson, type Proportion } from '../lib/stats/proportion.ts';
import { atLeast, type Figure } from './figure.ts';
import { observeFiles, type ObservedSession } from './observe-files.ts';

const label = z.object({ observer: z.string(), calls: z.tuple([z.int(), z.int()]), verdict: z.enum(['finding', 'none']) });
/** A reader's labels of one session: `session` if a file holds several; `clean` lists the observers that have nothing to find. */
const labeled = z.object({ file: z.string(), session: z.string().optional(), labels: z.array(label), clean: z.array(z.string()) });
type Labeled = z.infer<typeof labeled>;
type Span = { observer: string; from: number; to: number };
/** `named`: labels that a finding of another observer covers as well. */
type Counts = { right: number; found: number; recalled: number; named: number; labeled: number };
/** Rules may be mended on `tuned`; nobody looks at what is found in `held out`. */
type Half = 'tuned' | 'held out';

const none: Counts = { right: 0, found: 0, recalled: 0, named: 0, labeled: 0 };

const toHalf = (file: string): Half => (Number.parseInt(hash('sha256', file, 'hex').slice(0, 2), 16) % 2 === 0 ? 'tuned' : 'held out');

const meets = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to;
const overlaps = (a: Span, b: Span): boolean => a.observer === b.observer && meets(a, b);

const listFound = ({ assessments, standing }: ObservedSession): Span[] =>
  computeEpisodes(
    assessments.map((made) => ({ ...made, sentAtMs: null, superseded: false })),
    standing,
  ).map(({ observer, fromCall, toCall }) => ({ observer, from: fromCall, to: toCall }));

/** The session that a label names: by its id, or by its place in the file; the first one that no other started. */
const findSession = (sessions: readonly ObservedSession[], name: string | undefined): ObservedSession | undefined => {
  const place = /^(?:index|line) (\d+)$/u.exec(name ?? '')?.[1];
  if (place !== undefined) return sessions[Number(place)];
  if (name !== undefined) return sessions.find(({ session }) => session.nativeId.includes(name));
  return sessions.find(({ session }) => session.relation !== 'subagent') ?? sessions[0];
};

/** Whether a session has the calls that were labeled: some files tell calls as text alone. */
const isRead = ({ labels }: Labeled, { session }: ObservedSession): boolean =>
  labels.every(({ calls: [from] }) => from <= session.toolCalls);

type Judged = { observer: string; span: Span; kind: 'found' | 'labeled'; hit: boolean; isNamed: boolean };

/**
 * Findings and labels of one session, by observer; what an observer finds where it was not labeled does not count. `hit`: the two agree;
 * `isNamed`: so they do whichever observer it is.
 */
const judge = ({ labels, clean }: Labeled, observed: ObservedSession): Judged[] => {
  const judged = new Set([...clean, ...labels.map(({ observer }) => observer)]);
  const all = listFound(observed);
  const found = all.filter(({ observer }) => judged.has(observer));
  const real = labels
    .filter(({ verdict }) => verdict === 'finding')
    .map(({ observer, calls: [from, to] }): Span => ({ observer, from, to }));
  const match = (spans: readonly Span[], others: readonly Span[], kind: 'found' | 'labeled') =>
    spans.map((span) => ({
      observer: span.observer,
      span,
      kind,
      hit: others.some((other) => overlaps(span, other)),
      isNamed: all.some((other) => meets(span, other)),
    }));
  return [...match(found, real, 'found'), ...match(real, found, 'labeled')];
};

const print = ({ hits, of }: Proportion): string => {
  const interval = computeWilson({ hits, of });
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  return `${hits} of ${of}${interval ? ` (${percent(hits / of)}; ${percent(interval.low)} to ${percent(interval.high)})` : ''}`;
};

const toRate = ({ hits, of }: Proportion): number => (of === 0 ? Number.NaN : (100 * hits) / of);

/**
 * Precision and recall of the default observers on the sample files that `bench/labels/observers.json` labels, by observer and half; a
 * finding and a label match where they are of one observer and share calls. Without the sample files there is nothing to measure.
 * `BENCH_LIST=tuned` lists what is wrong, what is missed, and what another observer found in that half.
 */
export const measureLabels = async (): Promise<Figure[]> => {
  const folder = process.env['OBSERVATORY_SAMPLES'];
  if (!folder) {
    process.stdout.write('precision: OBSERVATORY_SAMPLES names no sample files\n');
    return [];
  }
  const sessions = z.array(labeled).parse(JSON.parse(await readFile('bench/labels/observers.json', 'utf8')));
  const files = [...new Set(sessions.map(({ file }) => path.join(folder, file)))];
  const observed = await observeFiles(files);
  const counts = new Map<string, Counts>();
  const unread: string[] = [];
  for (const one of sessions) {
    const session = findSession(
      observed.filter((other) => other.path === path.join(folder, one.file)),
      one.session,
    );
    if (!session || !isRead(one, session)) {
      unread.push(`${one.file}${one.session === undefined ? '' : ` ${one.session}`}`);
      continue;
    }
    for (const { observer, span, kind, hit, isNamed } of judge(one, session)) {
      const half = toHalf(one.file);
      const key = `${observer} | ${half}`;
      const before = counts.get(key) ?? none;
      const next =
        kind === 'found'
          ? { ...before, found: before.found + 1, right: before.right + Number(hit) }
          : { ...before, labeled: before.labeled + 1, recalled: before.recalled + Number(hit), named: before.named + Number(isNamed) };
      counts.set(key, next);
      if (!hit && process.env['BENCH_LIST'] === half)
        process.stdout.write(
          `  ${kind === 'found' ? 'wrong ' : isNamed ? 'other ' : 'missed'} ${observer} #${span.from}–#${span.to}  ${one.file} ${one.session ?? ''}\n`,
        );
    }
  }
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, { right, found, recalled, labeled: of }] of rows)
    process.stdout.write(
      `${key.padEnd(32)}precision ${print({ hits: right, of: found }).padEnd(32)}recall ${print({ hits: recalled, of })}\n`,
    );
  if (unread.length > 0) process.stdout.write(`not read: ${unread.join(', ')}\n`);
  return (['tuned', 'held out'] as const).flatMap((half) => {
    // Drift is off by default.
    const ours = rows.filter(([key]) => key.endsWith(`| ${half}`) && !key.startsWith('drift')).map(([, one]) => one);
    const sum = (pick: (one: Counts) => number): number => ours.reduce((total, one) => total + pick(one), 0);
    const precision = { hits: sum(({ right }) => right), of: sum(({ found }) => found) };
    const recall = { hits: sum(({ recalled }) => recalled), of: sum((one) => one.labeled) };
    const named = { hits: sum((one) => one.named), of: recall.of };
    process.stdout.write(`found by whichever observer, ${half}: ${print(named)}\n`);
    return [
      atLeast(`precision, ${half}: ${print(precision)}`, toRate(precision), 95, '%'),
      atLeast(`recall, ${half}: ${print(recall)}`, toRate(recall), 80, '%'),
    ];
  });
};
