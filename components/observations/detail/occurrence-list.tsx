'use client';
import { CallLink } from '@/components/findings/call-link.tsx';
import { useOccurrences } from './use-occurrences.ts';
import type { Observation, Occurrence } from '@/lib/domain/observation.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printWhen } from './history-words.ts';

const maxShown = 12;

const printWaste = ({ waste }: Occurrence): string => (waste && waste.calls > 0 ? ` · ${printCounted(waste.calls, 'call')} wasted` : '');

type Props = Pick<Observation, 'id' | 'seen'> & { nowMs: number };

/** The call and time of each occurrence of an observation that recurred in its session. Calls link as the navigation context says. */
export const OccurrenceList = ({ id, seen, nowMs }: Props) => {
  const { occurrences, isPending, error } = useOccurrences(id);
  const shown = occurrences.slice(0, maxShown);
  return (
    <div className="pl-5 text-fact text-text2">
      <p>
        Found {printCounted(seen, 'time')}
        {isPending ? ' …' : error ? `. The times could not be loaded: ${toVisibleText(error.message)}` : ', newest first:'}
      </p>
      <ul>
        {shown.map((one, at) => (
          <li key={at} title={printIso(one.atMs)}>
            {one.callIndex === null ? (
              'reported'
            ) : (
              <>
                at <CallLink call={one.callIndex} />
              </>
            )}
            {one.atMs === null ? '' : ` · ${printWhen(one.atMs, nowMs)}`}
            {printWaste(one)}
          </li>
        ))}
        {shown.length > 0 && seen > shown.length ? <li>and {printCount(seen - shown.length)} more</li> : null}
      </ul>
    </div>
  );
};
