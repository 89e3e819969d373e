import type { ObservationEvidence } from '@/lib/domain/observation.ts';

const around = 2;
/** At most this many calls between two pieces of evidence are shown; more are counted. */
const maxBetween = 3;
/** Windows closer than this are requested as one. */
const nearCalls = 20;

export type CallWindow = { from: number; limit: number };

/** The calls to load for cited ones: all of them, two before the first and two after the last. */
export const toCallWindows = (calls: readonly number[]): CallWindow[] => {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  const windows: { from: number; to: number }[] = [];
  for (const call of [Math.max(1, first - around), ...calls, last + around]) {
    const open = windows.at(-1);
    if (open && call - open.to <= nearCalls) open.to = call;
    else windows.push({ from: call, to: call });
  }
  return windows.map(({ from, to }) => ({ from, limit: to - from + 1 }));
};

export type EvidenceRow =
  | { kind: 'call'; call: number; isCited: boolean }
  /** Omitted calls, and how many of them the finding cites. */
  | { kind: 'gap'; calls: number; cited: number };

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** The calls of the evidence in their order with those around, from the first to the last; long stretches between are counted. */
export const toEvidenceRows = ({ calls, callCount }: Pick<ObservationEvidence, 'calls' | 'callCount'>): EvidenceRow[] => {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  const toRow = (isCited: boolean) => (call: number) => ({ kind: 'call' as const, call, isCited });
  const reportDefaults = Math.max(0, callCount - calls.length);
  const gaps = calls.map((call, at) => call - (calls[at - 1] ?? call));
  const widest = reportDefaults === 0 ? -1 : gaps.indexOf(Math.max(...gaps));
  const rows: EvidenceRow[] = range(Math.max(1, first - around), first - 1).map(toRow(false));
  for (const [at, call] of calls.entries()) {
    const between = range((calls[at - 1] ?? call) + 1, call - 1);
    if (at === widest && between.length > 0)
      rows.push({ kind: 'gap', calls: between.length, cited: Math.min(reportDefaults, between.length) });
    else if (between.length > maxBetween) rows.push({ kind: 'gap', calls: between.length, cited: 0 });
    else rows.push(...between.map(toRow(false)));
    rows.push(toRow(true)(call));
  }
  return [...rows, ...range(last + 1, last + around).map(toRow(false))];
};

/** The evidence by call number, and the lines that belong to no call. */
export const parseEvidence = (text: string | null, calls: readonly number[]): { said: ReadonlyMap<number, string>; loose: string } => {
  const said = new Map<number, string>();
  const loose: string[] = [];
  for (const line of (text ?? '').split('\n')) {
    const [, number, rest = ''] = /^\s*#(\d{1,9})\b:?(.*)$/su.exec(line) ?? [];
    if (number !== undefined && calls.includes(Number(number))) said.set(Number(number), rest.trim());
    else if (line.trim() !== '') loose.push(line);
  }
  return { said, loose: loose.join('\n') };
};

/** How a call failed: its evidence without the name and arguments, which are shown already. */
export const toNote = (said: string | undefined, name: string): string | null => {
  if (said === undefined || said === '' || said.startsWith(`${name}(`)) return null;
  return said.startsWith(`${name} - `) ? said.slice(name.length + 3) : said;
};
