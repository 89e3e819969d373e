'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { listWaste } from '@/components/findings/waste-sum.ts';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { Chip } from '@/components/ui/chip.tsx';
import type { Waste } from '@/lib/domain/assessment.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { Verdict } from './verdict.ts';

type Props = { verdict: Verdict | null; waste: Waste | null; onCall: (call: number) => void };

/**
 * The verdict in one sentence, its calls links into the transcript; at its right what was wasted. It has the same height before it is
 * known and after: one line, or two where that is short. A longer one is whole in its tooltip.
 */
export const VerdictLine = ({ verdict, waste, onCall }: Props) => (
  <div className="flex h-10 items-start gap-3 max-sm:px-3 min-[1360px]:h-5">
    <p className="flex min-w-0 flex-1 items-baseline gap-2 text-read">
      {verdict && (verdict.severity !== null || verdict.failed) ? (
        <span className="flex h-5 shrink-0 items-center self-start">
          {verdict.severity === null ? <OutcomeMark outcome="error" /> : <SeverityMark severity={toSeverity(verdict.severity)} named />}
        </span>
      ) : null}
      <span
        className="line-clamp-2 min-w-0 break-words min-[1360px]:line-clamp-1"
        title={verdict ? toVisibleText(verdict.parts.map(({ text }) => text).join('')) : undefined}
      >
        {verdict?.parts.map((part, at) => {
          const { calls } = part;
          return calls ? (
            <button key={at} type="button" className="text-accent hover:underline" onClick={() => onCall(calls.from)}>
              {part.text}
            </button>
          ) : (
            <span key={at} className={part.strong ? 'font-semibold' : undefined}>
              <SecretText text={toVisibleText(part.text)} />
            </span>
          );
        })}
      </span>
    </p>
    {waste ? (
      <span className="shrink-0 max-sm:hidden" title={waste.tokens ? 'Uncached: tokens that were not read from a cache' : undefined}>
        <Chip>Wasted {listWaste(waste).join(' · ')}</Chip>
      </span>
    ) : null}
  </div>
);
