import { printCounted } from '../../print/number.ts';
import type { ObservationStore } from '../../store/observation-store.ts';
import { minPrefix } from './find-id.ts';

const maxNamed = 5;

/** Error message for an unknown observation id, also if it is the id of a group. `orElse` adds an alternative for groups. */
export const toMissing = async (
  store: Pick<ObservationStore, 'listObservationIds' | 'listObservations'>,
  name: string,
  orElse = '',
): Promise<string> => {
  const [group, other] = name.length < minPrefix ? [] : await store.listObservationIds('groups', name, 2);
  if (group === undefined) return `There is no observation ${name}.`;
  if (other !== undefined && group !== name) return `${name} matches several groups and no observation. Use a longer prefix${orElse}.`;
  const filter = { fingerprint: group, withCleared: true };
  const sorted = { sort: 'last_seen', descending: true, cursor: null } as const;
  const { items, total } = await store.listObservations({ filter, ...sorted, limit: maxNamed, nowMs: 0 });
  const ids = items.map(({ id }) => id).join(', ');
  return `${name} is a group of ${printCounted(total, 'observation')}: ${ids}${total > items.length ? ', and more' : ''}. Use one of these ids${orElse}.`;
};
