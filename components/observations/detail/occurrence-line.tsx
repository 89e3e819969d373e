'use client';
import { CallLink } from '@/components/findings/call-link.tsx';
import { useNow } from '@/components/hooks/use-now.ts';
import { useOccurrences } from '@/components/hooks/use-occurrences.ts';
import type { Observation, Occurrence } from '@/lib/domain/observation.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printWhen } from './history-words.ts';

const mostShown = 12;

const printWaste = ({ waste }: Occurrence): string => (waste && waste.calls > 0 ? ` (${printCounted(waste.calls, 'call')} wasted)` : '');

/** Where it began each time, of one that began more than once in its session. Calls lead where the context around says. */
export const OccurrenceLine = ({ id, seen }: Pick<Observation, 'id' | 'seen'>) => {
  const { occurrences, error } = useOccurrences(id);
  const nowMs = useNow() ?? 0;
  const shown = occurrences.slice(0, mostShown);
  return (
    <p className="pl-5 text-fact text-text2">
      Began {printCounted(seen, 'time')}, newest first: {error ? toVisibleText(error.message) : null}
      {shown.map((one, at) => (
        <span key={at} title={printIso(one.atMs)}>
          {at === 0 ? '' : ', '}
          {one.callIndex === null ? `told ${one.atMs === null ? '' : printWhen(one.atMs, nowMs)}` : <CallLink call={one.callIndex} />}
          {printWaste(one)}
        </span>
      ))}
      {seen > shown.length && shown.length > 0 ? ` and ${seen - shown.length} more` : ''}
    </p>
  );
};
