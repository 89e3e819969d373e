'use client';
import { useSyncExternalStore } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { LiveDot } from '@/components/marks/live-dot.tsx';
import { getConnection, listenToConnection, type Connection } from '@/lib/client/connection.ts';
import { printClock } from '@/lib/print/time.ts';

const connecting: Connection = { state: 'connecting', lostAtMs: null, refused: false };

/** A connection that is back at once, as after a restart, is not worth a bar. */
const graceMs = 500;

/** Says on every page that the server does not respond, since when, and what that means; silent otherwise. */
export const ConnectionBar = () => {
  const { state, lostAtMs, refused } = useSyncExternalStore(listenToConnection, getConnection, () => connecting);
  const isLong = useDelayed(state === 'lost', graceMs);
  return (
    <div role="status" aria-label="Connection">
      {state === 'lost' && (isLong || refused) ? (
        <p className="flex items-baseline gap-2 border-b border-line bg-medbg px-4 py-1.5 text-table">
          <LiveDot isLost />
          <span>
            <strong className="font-semibold">The server has not responded since {printClock(lostAtMs)}.</strong> This page shows what it
            had then, and reconnects by itself.
            {refused ? <strong className="font-semibold text-high"> What you just tried was not carried out.</strong> : null}
          </span>
        </p>
      ) : null}
    </div>
  );
};
