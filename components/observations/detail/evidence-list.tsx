'use client';
import { useState } from 'react';
import type { ObservationDetailData } from '@/components/hooks/use-observation-detail.ts';
import { Chip } from '@/components/ui/chip.tsx';
import { printCount } from '@/lib/print/number.ts';
import { EvidenceEntry } from './evidence-entry.tsx';

/** Where it was found, newest first; the newest is open. */
export const EvidenceList = ({ detail, nowMs }: { detail: ObservationDetailData; nowMs: number }) => {
  const { sightings, sightingsTotal } = detail;
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  return (
    <section aria-label="Evidence" className="border-b border-line px-3 py-2.5">
      <header className="flex h-6 items-center gap-2">
        <h3 className="text-table font-semibold">Evidence</h3>
        {sightingsTotal === null ? null : <Chip>{printCount(sightingsTotal)}</Chip>}
        <span className="ml-auto text-fact text-text3">newest first</span>
      </header>
      <ul className="flex flex-col">
        {sightings.map((sighting, at) => (
          <EvidenceEntry
            key={sighting.id}
            sighting={sighting}
            nowMs={nowMs}
            open={turned.get(sighting.id) ?? at === 0}
            onOpen={(open) => setTurned((before) => new Map(before).set(sighting.id, open))}
          />
        ))}
      </ul>
      {detail.hasMoreSightings ? (
        <button type="button" onClick={detail.moreSightings} className="text-table text-accent hover:underline pointer-coarse:min-h-8">
          {printCount((sightingsTotal ?? 0) - sightings.length)} more
        </button>
      ) : null}
    </section>
  );
};
