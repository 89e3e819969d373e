import Link from 'next/link';
import type { Reviewer } from '@/lib/domain/observer-kind.ts';
import { toObserverObservationsHref } from '@/components/observations/evidence-link.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printPrecision } from './triage-words.ts';

/** Other reporters besides the observers: number of observations and precision. */
export const ReviewerList = ({ reviewers }: { reviewers: readonly Reviewer[] }) =>
  reviewers.length === 0 ? null : (
    <section aria-labelledby="reviewers" className="border-t border-line">
      <h2 id="reviewers" className="px-3 pt-3 pb-1 text-fact text-text3">
        Reported by agents, reviewers and people
      </h2>
      <ul>
        {reviewers.map(({ id, name, groups, triage }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <Link href={toObserverObservationsHref(id)} className="row-focus flex flex-col gap-0.5 px-3 py-1.5 hover:bg-hover">
              <span className="flex items-center gap-2">
                <span className="min-w-0 truncate text-table font-semibold">{toVisibleText(name)}</span>
                <span className="ml-auto shrink-0 text-fact text-text2">{printCounted(groups, 'group')}</span>
              </span>
              <span className="text-fact text-text3">{printPrecision(triage)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
