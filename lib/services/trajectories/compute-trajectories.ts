import { setImmediate } from 'node:timers/promises';
import { normalizeTexts } from '../../domain/normalize-texts.ts';
import { toMilliseconds } from '../../domain/snapshot.ts';
import { fingerprintOf } from '../../formats/fingerprint.ts';
import { toJson } from '../../formats/narrow.ts';
import type { SettledSnapshot, StoredSnapshot, TrajectoryRow } from '../../store/trajectory-store.ts';
import { listEvents } from '../../trajectories/events.ts';
import { figuresVersion, type SnapshotFigures } from '../../trajectories/figures.ts';
import { makePartition } from '../../trajectories/parts.ts';
import { checkSnapshot, type History } from '../../trajectories/validate.ts';
import type { Before, SnapshotReader } from './snapshot-reader.ts';

type Settled = { snapshots: SettledSnapshot[]; trajectories: TrajectoryRow[] };
type Facts = Omit<SnapshotFigures, 'version' | 'changes'>;

/** Snapshots to look at before yielding to other work. */
const checkedInARow = 20;

/**
 * Computes the trajectories of a session from its snapshots, in their order. Earlier results for the same snapshots are reused and left out
 * of the answer, unless everything is to be computed anew.
 */
export const computeTrajectories = async (
  reader: SnapshotReader,
  { snapshots, isSplit }: { snapshots: readonly StoredSnapshot[]; isSplit: boolean },
  { isAnew = false } = {},
): Promise<Settled> => {
  const partOf = makePartition(isSplit);
  const parts: { one: StoredSnapshot; figures: SnapshotFigures }[][] = [];
  const befores: Before[] = [];
  const numbers: Map<string, number>[] = [];
  const settled: SettledSnapshot[] = [];
  let history: History | null = null;
  for (const [index, one] of snapshots.entries()) {
    if (index % checkedInARow === checkedInARow - 1) await setImmediate();
    const [version, stoodOn, followed] = one.settledOn?.split(' ') ?? [];
    const standsOn = fingerprintOf(toJson([index, history, one.given]));
    const isSame = version === String(figuresVersion) && standsOn === stoodOn;
    // A line that could not be read may be there again.
    const stored = !isAnew && isSame && one.figures?.history ? one.figures : null;
    const facts: Facts = stored ?? normalizeTexts(await check(reader, one, history, index));
    const part = partOf(facts);
    const members = (parts[part] ??= []);
    const before = (befores[part] ??= { last: null, withEvents: null });
    const follows = fingerprintOf(toJson([before.last?.recordId, before.withEvents?.recordId]));
    const known = follows === followed ? stored : null;
    const figures = known ?? { ...facts, ...normalizeTexts(await reader.compare(before, one)) };
    const position = members.push({ one, figures }) - 1;
    const promptVersion = toNumber((numbers[part] ??= new Map()), figures.version);
    befores[part] = { last: one, withEvents: one.hasEvents ? one : before.withEvents };
    history = facts.history ?? history;
    if (known && one.part === part && one.position === position && one.promptVersion === promptVersion) continue;
    settled.push({ recordId: one.recordId, part, position, promptVersion, settledOn: `${figuresVersion} ${standsOn} ${follows}`, figures });
  }
  return { snapshots: settled, trajectories: parts.map((members, part) => toRow(part, members, isSplit)) };
};

/** The number of a version of the prompt among those of its part, from 1. */
const toNumber = (numbers: Map<string, number>, version: string | null): number | null => {
  if (version === null) return null;
  const number = numbers.get(version) ?? numbers.size + 1;
  numbers.set(version, number);
  return number;
};

const check = async (reader: SnapshotReader, one: StoredSnapshot, history: History | null, index: number): Promise<Facts> => {
  const snapshot = await reader.read(one);
  if (snapshot) return checkSnapshot(history, snapshot, listEvents(snapshot), one.given);
  return { history: null, triple: null, flaw: `snapshot ${index + 1} cannot be read: its line is not kept as it was`, grows: true };
};

/** In parts, snapshots neither diverge nor break off. */
const toRow = (part: number, members: readonly { one: StoredSnapshot; figures: SnapshotFigures }[], isSplit: boolean): TrajectoryRow => {
  const times = members.map(({ one }) => toMilliseconds(one.createdUs));
  const versions = new Set(members.flatMap(({ figures }) => figures.version ?? []));
  const flaws = members.filter(({ figures }) => figures.flaw !== null && (!isSplit || figures.history === null));
  return {
    part,
    descriptor: members.find(({ figures }) => figures.triple)?.figures.triple ?? null,
    snapshots: members.length,
    promptVersions: versions.size,
    bytes: members.reduce((sum, { one }) => sum + one.bytes, 0),
    firstAtMs: times.reduce((first, time) => Math.min(first, time), times[0] ?? 0),
    lastAtMs: times.reduce((last, time) => Math.max(last, time), times[0] ?? 0),
    flaw: flaws[0]?.figures.flaw ?? null,
  };
};
