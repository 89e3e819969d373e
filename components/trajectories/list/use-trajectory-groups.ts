'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { trajectoryQueries, type TrajectoriesOf } from '@/lib/client/queries/trajectory-queries.ts';
import type { DescriptorGroup } from '@/lib/domain/trajectory.ts';
import { toGroupKey } from '../trajectory-words.ts';

const openAtFirst = 5;
const parsers = { q: parseAsString.withDefault(''), open: parseAsArrayOf(parseAsString) };

/** A group of the list: the trajectories of one prompt, those of an unknown one, or what is no trajectory. */
export type TrajectoryGroup = {
  key: string;
  kind: 'descriptor' | 'unknown' | 'refused';
  name: string;
  of: TrajectoriesOf;
  count: number;
  /** Sessions that name this prompt first and are no trajectory. */
  refused: number;
  snapshots: number | null;
  firstAtMs: number | null;
  lastAtMs: number | null;
};

export const refusedKey = 'refused';

const toGroup = ({ descriptor, trajectories, refused, snapshots, firstAtMs, lastAtMs }: DescriptorGroup): TrajectoryGroup => ({
  key: toGroupKey(descriptor),
  kind: descriptor === null ? 'unknown' : 'descriptor',
  name: descriptor === null ? 'Prompt not known' : `${descriptor.ns}/${descriptor.key}:${descriptor.tag}`,
  of: descriptor ?? { unknown: 'true' },
  count: trajectories,
  refused,
  snapshots,
  firstAtMs,
  lastAtMs,
});

/** Refused sessions of one prompt, for a search for that prompt. */
const toRefusedGroup = (one: DescriptorGroup): TrajectoryGroup => {
  const { name, of, key } = toGroup(one);
  return { ...toWholeRefused(one.refused), key: `${refusedKey} ${key}`, name: `${name}, no trajectory`, of: { ...of, refused: 'true' } };
};

const toWholeRefused = (count: number): TrajectoryGroup => ({
  key: refusedKey,
  kind: 'refused',
  name: 'Sessions that are no trajectory',
  of: { refused: 'true' },
  count,
  refused: 0,
  snapshots: null,
  firstAtMs: null,
  lastAtMs: null,
});

/** All groups, those with an unknown prompt and what is no trajectory last. */
const toGroups = (items: readonly DescriptorGroup[]): TrajectoryGroup[] => {
  const refused = items.reduce((sum, group) => sum + group.refused, 0);
  const held = items.filter(({ trajectories }) => trajectories > 0).map(toGroup);
  return [
    ...held.filter(({ kind }) => kind === 'descriptor').sort((a, b) => (b.lastAtMs ?? 0) - (a.lastAtMs ?? 0)),
    ...held.filter(({ kind }) => kind === 'unknown'),
    ...(refused === 0 ? [] : [toWholeRefused(refused)]),
  ];
};

/** The groups that match the filter, and which of them is open, both in the URL. */
export const useTrajectoryGroups = () => {
  const [{ q, open }, setState] = useQueryStates(parsers, { history: 'replace' });
  const query = useInfiniteQuery(trajectoryQueries.descriptors());
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const all = toGroups(items);
  const sought = q.trim().toLowerCase();
  const isSought = ({ name }: TrajectoryGroup) => name.toLowerCase().includes(sought);
  const shown = all.filter(isSought);
  // Sessions with a flaw are found by the prompt that they name.
  const flawed = items.filter(({ refused }) => refused > 0).map(toRefusedGroup);
  const groups = shown.some(({ kind }) => kind === 'refused') ? shown : [...shown, ...flawed.filter(isSought)];
  // A few are open at first.
  const openKeys = open ?? groups.slice(0, openAtFirst).map(({ key }) => key);
  return {
    query,
    all,
    groups,
    openKeys,
    text: q,
    setText: (text: string) => void setState({ q: text === '' ? null : text }),
    toggle: (key: string) => void setState({ open: openKeys.includes(key) ? openKeys.filter((one) => one !== key) : [...openKeys, key] }),
  };
};
