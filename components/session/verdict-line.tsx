'use client';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import type { Verdict } from './verdict.ts';

/** The verdict in one sentence; its calls are links into the transcript. Until it is known its line is kept. */
export const VerdictLine = ({ verdict, onCall }: { verdict: Verdict | null; onCall: (call: number) => void }) => (
  <p className="flex min-h-5 items-baseline gap-2 text-read max-sm:px-3">
    {verdict?.failed ? (
      <span className="shrink-0 self-center">
        <OutcomeMark outcome="error" />
      </span>
    ) : null}
    <span>
      {verdict?.parts.map((part, at) => {
        const { calls } = part;
        return calls ? (
          <button key={at} type="button" className="text-accent hover:underline" onClick={() => onCall(calls.from)}>
            {part.text}
          </button>
        ) : (
          <span key={at}>{part.text}</span>
        );
      })}
    </span>
  </p>
);
