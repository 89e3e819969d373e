import type { Session } from '../domain/session.ts';
import { printAtLeast } from './at-least.ts';
import { printMoney } from './money.ts';
import { printCount, printCounted } from './number.ts';

type Costed = Pick<
  Session,
  'costUsd' | 'costMissing' | 'costAtLeast' | 'unpricedModels' | 'countedInId' | 'countedInTitle' | 'completeness' | 'subagents'
>;

/** Why a session has no cost, or only a part of it; null where its cost is whole. */
export const printCostNote = (session: Costed): string | null => {
  const { costUsd, costMissing, unpricedModels, countedInId, countedInTitle } = session;
  const other = countedInTitle === null ? `session ${countedInId?.slice(0, 8)}` : `“${countedInTitle}”`;
  if (costMissing === 'counted_elsewhere') return `Counted in ${other}`;
  if (costMissing === 'no_price') return `No price is known for ${unpricedModels.length > 0 ? unpricedModels.join(', ') : 'its model'}`;
  if (costMissing === 'no_usage') return 'No usage is reported';
  const notes = [
    ...(costUsd !== null && countedInId !== null ? [`What it repeats is counted in ${other}`] : []),
    ...(session.costAtLeast ? [printUsageNote(session.completeness)] : []),
  ];
  return notes.length === 0 ? null : notes.join('. ');
};

type Gaps = Pick<Session['completeness'], 'partialUsage' | 'unknownUsage'>;

/** Whether tokens are at least what they say. */
export const hasUsageGaps = ({ partialUsage, unknownUsage }: Gaps): boolean => partialUsage + unknownUsage > 0;

/** Why tokens and cost are at least what they say; empty where they are exact. */
export const printUsageNote = ({ partialUsage, unknownUsage }: Gaps): string =>
  [
    ...(partialUsage > 0 ? [`${printCounted(partialUsage, 'response')} counted when ${partialUsage === 1 ? 'it' : 'they'} began`] : []),
    ...(unknownUsage > 0 ? [`${printCounted(unknownUsage, 'response')} without usage`] : []),
  ].join(', ');

/** The cost of a session alone: `$1.97`, `≥ $1.97` where it is only known in part. */
export const printSessionCost = ({ costUsd, costAtLeast }: Pick<Session, 'costUsd' | 'costAtLeast'>): string =>
  printAtLeast(printMoney(costUsd), costAtLeast);

type WithSubagents = Pick<Session, 'costUsd' | 'costAtLeast' | 'costMissing' | 'toolErrors' | 'subagents'>;

/** Cost of a session together with its subagents; null if it has no subagents, or no cost is known. */
export const printCostSum = ({ costUsd, costAtLeast, costMissing, subagents }: WithSubagents): string | null => {
  if (!subagents || (costUsd ?? subagents.costUsd) === null) return null;
  const isUnknown = (costUsd === null && costMissing !== 'counted_elsewhere') || subagents.costUsd === null;
  const sum = printMoney((costUsd ?? 0) + (subagents.costUsd ?? 0));
  return printAtLeast(sum, isUnknown || costAtLeast || subagents.costAtLeast);
};

/** The same with their number: `$5.46 with 6 subagents`. */
export const printCostWithSubagents = (session: WithSubagents): string | null => {
  const sum = printCostSum(session);
  return sum === null || !session.subagents ? null : `${sum} ${withSubagents(session.subagents.count)}`;
};

/** Failed calls of a session together with its subagents: `3 with 6 subagents`; null where it has none. */
export const printErrorsWithSubagents = ({ toolErrors, subagents }: WithSubagents): string | null =>
  subagents && `${printCount(toolErrors + subagents.toolErrors)} ${withSubagents(subagents.count)}`;

const withSubagents = (count: number): string => `with ${printCounted(count, 'subagent')}`;
