'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSampled } from './use-sampled.ts';
import { assessmentQueries } from '@/lib/client/queries/assessment-queries.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CollapsedSection } from './collapsed-section.tsx';

/** A playhead that moves on is followed in steps of this. */
const followMs = 300;

const columns = ['Observer', 'Calls since', 'Assessments', 'Last at', 'Open'] as const;

/** Each observer's state as of a call; requested only while expanded. */
export const ObserverStates = ({ sessionId, at }: { sessionId: string; at: number }) => {
  const [open, setOpen] = useState(false);
  const sampled = useSampled(at, open ? followMs : 0);
  const { data, error } = useQuery({ ...assessmentQueries.state(sessionId, { at: sampled }), enabled: open });
  return (
    <CollapsedSection title="Observer state" about={`as of #${printCount(open && data ? data.at : at)}`} open={open} onOpen={setOpen}>
      {error && !data ? (
        <p role="alert" className="text-high">
          The state could not be loaded: {error.message}
        </p>
      ) : data ? (
        <table className="w-full text-fact">
          <thead>
            <tr className="text-text3">
              {columns.map((name, index) => (
                <th key={name} scope="col" className={`pb-1 font-normal ${index === 0 ? 'text-left' : 'pl-2 text-right'}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.observers.map((one) => (
              <tr key={one.observer} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-medium">
                  {toVisibleText(one.observerName)}
                </th>
                <td className="pl-2 text-right" title={`${printCounted(one.callsSinceAssessment, 'call')} since its last assessment`}>
                  {printCount(one.callsSinceAssessment)}
                </td>
                <td className="pl-2 text-right">{printCount(one.totalAssessments)}</td>
                <td className="pl-2 text-right font-mono">{one.totalAssessments === 0 ? '–' : `#${one.lastAssessmentCall}`}</td>
                <td className="pl-2 text-right">{printCount(one.standing.length)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </CollapsedSection>
  );
};
