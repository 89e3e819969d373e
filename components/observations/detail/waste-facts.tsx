import type { ObservationGroup } from '@/lib/domain/observation.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCompact, printCount } from '@/lib/print/number.ts';
import { unknown } from '@/lib/print/unknown.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { printSessions } from '@/components/observations/list/print-seen.ts';

type Props = Pick<ObservationGroup, 'seen' | 'waste'> & { sessions: ListRow['sessions'] };
const each = (sum: number | null, seen: number, print: (value: number) => string) =>
  sum === null || sum === 0 || seen < 2 ? '' : `${print(sum / seen)} each`;
const printCalls = (calls: number) => (calls < 10 ? calls.toFixed(1).replace(/\.0$/u, '') : printCount(calls));

/** How often, and what it cost beyond the one try that was needed; a dash where that is not known. */
export const WasteFacts = ({ seen, waste, sessions }: Props) => {
  const facts = [
    { name: 'Occurrences', value: printCount(seen), about: printSessions(sessions) },
    { name: 'Calls wasted', value: printCount(waste?.calls ?? null), about: each(waste?.calls ?? null, seen, printCalls) },
    {
      name: 'Tokens',
      value: waste?.tokens == null ? unknown : printCompact(waste.tokens),
      about: each(waste?.tokens ?? null, seen, printCompact),
    },
    { name: 'Cost', value: printMoney(waste?.costUsd ?? null), about: each(waste?.costUsd ?? null, seen, printMoney) },
  ];
  const hasAbout = facts.some(({ about }) => about !== '');
  return (
    <dl className="grid grid-cols-4 gap-2 border-b border-line px-3 py-2.5">
      {facts.map(({ name, value, about }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="truncate text-fact text-text3">{name}</dt>
          <dd className="truncate text-title">{value}</dd>
          {hasAbout ? <dd className="min-h-4 text-fact break-words text-text3">{about}</dd> : null}
        </div>
      ))}
    </dl>
  );
};
