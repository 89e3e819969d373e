import Link from 'next/link';
import { Chip, type ChipTone } from '@/components/ui/chip.tsx';
import type { ConfidenceSignal, Summary } from '@/lib/domain/summary.ts';
import { explainMissing, printSignal } from '@/lib/summaries/confidence.ts';
import { toRecordHref } from './quoted-text.tsx';

const tones: Record<ConfidenceSignal['signal'], ChipTone> = {
  verified: 'good',
  check_failed: 'high',
  not_verified: 'med',
  cannot_tell: 'med',
  shown: 'good',
  refuted: 'high',
  admits: 'med',
  announces: 'high',
  claims_nothing: 'high',
  errors: 'high',
  retries: 'med',
  hedges: 'med',
  not_english: 'med',
  tests_passed: 'good',
  tests_failed: 'high',
  abrupt_end: 'high',
  answer_unknown: 'med',
};

/** Basis of the confidence: the signals, each leading to where it was seen last, and what is missing for a higher level. */
export const SignalChips = ({ of }: { of: Summary }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
    {of.signals.length === 0 ? null : (
      <ul aria-label="Signals" className="flex flex-wrap items-center gap-1.5">
        {of.signals.map(({ signal, count, record_id }) => {
          const chip = <Chip tone={tones[signal]}>{printSignal({ signal, count })}</Chip>;
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
    <span className="text-fact text-text2">{explainMissing(of)}</span>
  </div>
);
