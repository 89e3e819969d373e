import type { Session } from '../domain/session.ts';

type Costed = Pick<Session, 'costUsd' | 'costMissing' | 'unpricedModels' | 'countedInId' | 'countedInTitle'>;

/** Why a session has no cost, or where a part of what it repeats is counted; null where its cost is whole. */
export const printCostNote = (session: Costed): string | null => {
  const { costUsd, costMissing, unpricedModels, countedInId, countedInTitle } = session;
  const other = countedInTitle === null ? `session ${countedInId?.slice(0, 8)}` : `“${countedInTitle}”`;
  if (costMissing === 'counted_elsewhere') return `Counted in ${other}`;
  if (costMissing === 'no_price') return `No price is known for ${unpricedModels.length > 0 ? unpricedModels.join(', ') : 'its model'}`;
  if (costMissing === 'no_usage') return 'No usage is reported';
  return costUsd !== null && countedInId !== null ? `What it repeats is counted in ${other}` : null;
};
