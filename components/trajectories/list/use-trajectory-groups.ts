'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { trajectoryQueries, type TrajectoriesOf } from '@/lib/client/queries/trajectory-queries.ts';
import type { DescriptorGroup } from '@/lib/domain/trajectory.ts';
import { toGroupKey } from '../trajectory-words.ts';

const parsers = { q: parseAsString.withDefault(''), open: parseAsString };

/** A group of the list: the trajectories of one prompt, those of an unknown one, or what is no trajectory. */
export type TrajectoryGroup = {
  key: string;
  kind: 'descriptor' | 'unknown' | 'refused';
  name: string;
  of: TrajectoriesOf;
  count: number;
  snapshots: number | null;
  firstAtMs: number | null;
  lastAtMs: number | null;
};

export const refusedKey = 'refused';

const toGroup = ({ descriptor, trajectories, snapshots, firstAtMs, lastAtMs }: DescriptorGroup): TrajectoryGroup => ({
  key: toGroupKey(descriptor),
  kind: descriptor === null ? 'unknown' : 'descriptor',
  name: descriptor === null ? 'Prompt not known' : `${descriptor.ns}/${descriptor.key}:${descriptor.tag}`,
  of: descriptor ?? { unknown: 'true' },
  count: trajectories,
  snapshots,
  firstAtMs,
  lastAtMs,
});

/** All groups, those with an unknown prompt and what is no trajectory last. */
const toGroups = (items: readonly DescriptorGroup[]): TrajectoryGroup[] => {
  const refused = items.reduce((sum, group) => sum + group.refused, 0);
  const held = items.filter(({ trajectories }) => trajectories > 0).map(toGroup);
  return [
    ...held.filter(({ kind }) => kind === 'descriptor').sort((a, b) => (b.lastAtMs ?? 0) - (a.lastAtMs ?? 0)),
    ...held.filter(({ kind }) => kind === 'unknown'),
    ...(refused === 0
      ? []
      : [
          {
            key: refusedKey,
            kind: 'refused' as const,
            name: 'No trajectories',
            of: { refused: 'true' } satisfies TrajectoriesOf,
            count: refused,
            snapshots: null,
            firstAtMs: null,
            lastAtMs: null,
          },
        ]),
  ];
};

/** The groups that match the filter, and which of them is open, both in the URL. */
export const useTrajectoryGroups = () => {
  const [{ q, open }, setState] = useQueryStates(parsers, { history: 'replace' });
  const query = useInfiniteQuery(trajectoryQueries.descriptors());
  const all = toGroups(query.data?.pages.flatMap(({ items }) => items) ?? []);
  const groups = all.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  // The newest one is open at first; an empty name says that none is.
  const openKey = open ?? groups[0]?.key ?? null;
  return {
    query,
    all,
    groups,
    openKey,
    text: q,
    setText: (text: string) => void setState({ q: text === '' ? null : text }),
    toggle: (key: string) => void setState({ open: openKey === key ? '' : key }),
  };
};
