'use client';
import { useState } from 'react';
import type { ObservationDetailData } from './use-observation-detail.ts';
import { Chip } from '@/components/ui/chip.tsx';
import { printCount } from '@/lib/print/number.ts';
import { EvidenceEntry } from './evidence-entry.tsx';
import { MoreButton } from './more-button.tsx';

/** Where it was found, newest first; the newest is open. */
export const EvidenceList = ({ detail, nowMs }: { detail: ObservationDetailData; nowMs: number }) => {
  const { observations, total } = detail;
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  return (
    <section aria-label="Evidence" className="border-b border-line px-3 py-2.5">
      <header className="flex h-6 items-center gap-2">
        <h3 className="text-table font-semibold">Evidence</h3>
        {total === null ? null : <Chip>{printCount(total)}</Chip>}
        <span className="ml-auto text-fact text-text3">newest first</span>
      </header>
      <ul className="flex flex-col">
        {observations.map((observation, at) => (
          <EvidenceEntry
            key={observation.id}
            observation={observation}
            nowMs={nowMs}
            open={turned.get(observation.id) ?? at === 0}
            onOpen={(open) => setTurned((before) => new Map(before).set(observation.id, open))}
          />
        ))}
      </ul>
      {detail.hasMore ? <MoreButton text={`${printCount((total ?? 0) - observations.length)} more`} onMore={detail.more} /> : null}
    </section>
  );
};
