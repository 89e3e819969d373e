'use client';
import type { Finding } from '@/lib/domain/assessment.ts';
import { CallLink } from './call-link.tsx';

const maxShown = 8;

/** Links to the calls cited by a finding: `#45, #46, … #51`; if there are many, only the first and the last. */
export const FindingCalls = ({ finding: { calls, callCount } }: { finding: Pick<Finding, 'calls' | 'callCount'> }) => {
  if (calls.length === 0) return <>no calls</>;
  const shown = calls.length > maxShown ? [...calls.slice(0, maxShown - 1), ...calls.slice(-1)] : calls;
  const cut = callCount > shown.length;
  return (
    <span className="font-mono">
      {shown.map((call, at) => (
        <span key={call}>
          {at === 0 ? '' : cut && at === shown.length - 1 ? ', … ' : ', '}
          <CallLink call={call} className="underline decoration-accentline underline-offset-2" />
        </span>
      ))}
      {cut ? <span className="font-sans"> ({callCount} calls)</span> : null}
    </span>
  );
};
