'use client';
import { useNow } from '@/components/hooks/use-now.ts';
import { Chip } from '@/components/ui/chip.tsx';
import type { ListedSession } from '@/lib/contracts/sessions.ts';
import { printSilence } from '@/lib/print/silence.ts';
import { LiveDot } from './live-dot.tsx';

/** Marks a session whose agent runs now, and for how long nothing came from one that may. Nothing for others. */
export const LiveChip = ({ session }: { session: Pick<ListedSession, 'live' | 'silent' | 'lastRecordAtMs'> }) => {
  const nowMs = useNow();
  if (session.live)
    return (
      <Chip tone="accent">
        <LiveDot /> Live
      </Chip>
    );
  return session.silent && nowMs !== null ? (
    <span title="It waits for a call. Whether its agent still runs is not known.">
      <Chip tone="outline">{printSilence(session, nowMs)}</Chip>
    </span>
  ) : null;
};
