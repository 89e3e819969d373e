'use client';
import Link from 'next/link';
import { useState } from 'react';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import type { Trial } from '@/lib/domain/trial.ts';
import { printCount } from '@/lib/print/number.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { TrialFindings } from './trial-findings.tsx';

const lists = ['gained', 'lost', 'kept'] as const;
type List = (typeof lists)[number];
const labels: Record<List, string> = { gained: '+ Gained', lost: '− Lost', kept: '= Kept' };
const empty: Record<List, string> = {
  gained: 'No session would gain findings.',
  lost: 'No session would lose its findings.',
  kept: 'No session would keep findings.',
};

/** Sessions of a trial by how their findings would change, with links. */
export const TrialSessions = ({ trial }: { trial: Trial }) => {
  const [chosen, setChosen] = useState<List | null>(null);
  const shown = chosen ?? lists.find((list) => trial.counts[list] > 0) ?? 'gained';
  const sessions = trial[shown];
  return (
    <>
      <div className="p-3">
        <SegmentedControl
          name="Sessions by change"
          value={shown}
          segments={lists.map((value) => ({ value, label: labels[value], count: printCount(trial.counts[value]) }))}
          onChange={setChosen}
        />
      </div>
      {sessions.length === 0 ? <p className="px-3 pb-3 text-table text-text3">{empty[shown]}</p> : null}
      <ul aria-label={labels[shown].slice(2)} className="max-h-[360px] overflow-y-auto border-t border-line empty:border-t-0">
        {sessions.map(({ sessionId, title, before, after }) => (
          <li key={sessionId} className="border-b border-line last:border-b-0">
            <Link href={`/sessions/${sessionId}`} prefetch={false} className="row-focus block px-3 py-1.5 hover:bg-hover">
              <span className="block truncate text-table text-accent">{printSessionTitle({ title, id: sessionId })}</span>
              <TrialFindings before={before} after={after} />
            </Link>
          </li>
        ))}
        {trial.counts[shown] > sessions.length ? (
          <li className="px-3 py-1.5 text-fact text-text3">{printCount(trial.counts[shown] - sessions.length)} more not listed.</li>
        ) : null}
      </ul>
    </>
  );
};
