import { Fragment } from 'react';
import type { Trial } from '@/lib/domain/trial.ts';
import { printCount } from '@/lib/print/number.ts';

const kinds: readonly { name: keyof Trial['triaged']; label: string }[] = [
  { name: 'findings', label: 'Findings' },
  { name: 'groups', label: 'Groups' },
  { name: 'attention', label: 'Needs attention' },
];

/** How much there would be to triage: before and after, what is new, what is gone. */
export const TrialTriaged = ({ triaged }: Pick<Trial, 'triaged'>) => (
  <dl aria-label="To triage" className="grid grid-cols-[auto_auto_1fr] gap-x-3 px-3 pt-1 text-table tabular-nums">
    {kinds.map(({ name, label }) => {
      const { before, after, both } = triaged[name];
      const [gained, lost] = [after - both, before - both];
      return (
        <Fragment key={name}>
          <dt className="text-text3">{label}</dt>
          <dd className="text-right">
            {printCount(before)} → <strong className="font-semibold">{printCount(after)}</strong>
          </dd>
          <dd>
            {gained > 0 ? <span className="pr-2 text-high">+{printCount(gained)}</span> : null}
            {lost > 0 ? <span className="text-good">−{printCount(lost)}</span> : null}
            {gained + lost === 0 ? <span className="text-text3">no change</span> : null}
          </dd>
        </Fragment>
      );
    })}
  </dl>
);
