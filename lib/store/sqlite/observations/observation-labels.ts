import type { GroupLabel } from '../../../domain/precision.ts';
import type { ObservationColumns } from './observation-columns.ts';

/** What people and agents called groups right or wrong: what they said last of any of its observations, ascending by fingerprint. */
export const makeObservationLabels = (columnsOf: ObservationColumns) => (): GroupLabel[] => {
  const { rows, ids, fingerprint, kind, kinds, label, labelAtMs } = columnsOf.of('single');
  const isLater = (row: number, other: number): boolean => {
    const between = (labelAtMs[row] ?? 0) - (labelAtMs[other] ?? 0);
    return between === 0 ? (ids[row] ?? '') > (ids[other] ?? '') : between > 0;
  };
  const newest = new Map<string, number>();
  for (const row of rows) {
    if (label[row] === null) continue;
    const group = fingerprint[row] ?? '';
    const other = newest.get(group);
    if (other === undefined || isLater(row, other)) newest.set(group, row);
  }
  return [...newest]
    .map(([group, row]): GroupLabel => {
      const { observer = '', synthetic = 0 } = kinds[kind[row] ?? 0] ?? {};
      return {
        fingerprint: group,
        observer,
        label: label[row] === 'fixed' ? 'fixed' : 'false_positive',
        synthetic: synthetic === 1,
      };
    })
    .sort((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
};
