import Link from 'next/link';
import { Chip, type ChipTone } from '@/components/ui/chip.tsx';
import type { ConfidenceSignal, Summary } from '@/lib/domain/summary.ts';
import { printCounted } from '@/lib/print/number.ts';
import { explainConfidence } from '@/lib/summaries/confidence.ts';
import { toRecordHref } from './quoted-text.tsx';

const words: Record<ConfidenceSignal['signal'], { tone: ChipTone; print: (count: number) => string }> = {
  errors: { tone: 'high', print: (count) => printCounted(count, 'error') },
  retries: { tone: 'med', print: (count) => `${count} retried` },
  hedges: { tone: 'med', print: (count) => printCounted(count, 'hedge') },
  tests_passed: { tone: 'good', print: () => 'tests passed' },
  tests_failed: { tone: 'high', print: () => 'tests failed' },
  abrupt_end: { tone: 'high', print: () => 'ended abruptly' },
};

/** What the confidence is computed from: what was seen, each leading to where it was seen last, and what speaks for it because it was not. */
export const SignalChips = ({ of }: { of: Summary }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
    {of.signals.length === 0 ? null : (
      <ul aria-label="Signals" className="flex flex-wrap items-center gap-1.5">
        {of.signals.map(({ signal, count, record_id }) => {
          const { tone, print } = words[signal];
          const chip = <Chip tone={tone}>{print(count)}</Chip>;
          return (
            <li key={signal} className="flex">
              {record_id === null ? (
                chip
              ) : (
                <Link
                  href={toRecordHref(of.session_id, record_id)}
                  prefetch={false}
                  title="Open where it was seen last"
                  className="row-focus flex rounded-chip hover:underline"
                >
                  {chip}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    )}
    <span className="text-fact text-text2">{explainConfidence(of)}</span>
  </div>
);
