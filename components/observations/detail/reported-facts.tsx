'use client';
import { useState } from 'react';
import type { Observation } from '@/lib/domain/observation.ts';
import { listReportedFacts } from '@/lib/observations/list-reported-facts.ts';
import { printCounted } from '@/lib/print/number.ts';
import { CollapsedText } from './collapsed-text.tsx';
import { MoreButton } from './more-button.tsx';

const maxShown = 12;

/** Additional details as reported: the file, and names and values. `isNewest`: the latest of several. */
export const ReportedFacts = ({ observation, isNewest }: { observation: Observation; isNewest: boolean }) => {
  const [all, setAll] = useState(false);
  const reported = listReportedFacts(observation);
  // `conversation` is the default subject.
  const isOfFile = observation.sourceType !== 'conversation';
  if (reported.length === 0 && !isOfFile) return null;
  const facts = [...(isOfFile ? [{ name: 'source', value: observation.sourceType }] : []), ...reported];
  const left = all ? 0 : facts.length - maxShown;
  return (
    <section aria-label="Additional details" className="border-b border-line px-3 py-2.5 text-table">
      {isNewest ? <h3 className="pb-1 text-fact text-text3">Additional details of the newest</h3> : null}
      <dl className="flex flex-col gap-1">
        {facts.slice(0, all ? undefined : maxShown).map(({ name, value }) => (
          <div key={name} className="flex gap-3">
            <dt className="w-24 shrink-0 text-text3">
              <CollapsedText text={name} lines={2} />
            </dt>
            <dd className="min-w-0 flex-1 text-text2">
              <CollapsedText text={value} lines={3} />
            </dd>
          </div>
        ))}
      </dl>
      {left > 0 ? <MoreButton text={printCounted(left, 'more fact')} onMore={() => setAll(true)} /> : null}
    </section>
  );
};
