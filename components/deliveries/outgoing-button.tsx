'use client';
import { Clock, Send } from 'lucide-react';
import { Suspense } from 'react';
import { useOutgoing } from './use-outgoing.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { printCount } from '@/lib/print/number.ts';
import { OutgoingPanel } from './outgoing-panel.tsx';

/** A file that cannot be read as a whole may name sinks, too. */
const mayBeOfSinks = ({ key }: { key: string }): boolean => /^(?:$|sinks|post_processing)/u.test(key);

const Outgoing = () => {
  const outgoing = useOutgoing();
  const { data, shown, show } = outgoing;
  if (!data) return null;
  const isBroken = data.config.problems.length > 0 && data.config.origin === 'usual';
  if (data.sinks.length === 0 && !(isBroken && data.config.problems.some(mayBeOfSinks))) return null;
  const isStuck = isBroken || data.dead > 0 || data.sinks.some(({ problem, pending }) => problem !== null && pending > 0);
  const about = data.dead > 0 ? `Outgoing: ${printCount(data.dead)} failed` : isStuck ? 'Outgoing: deliveries are stuck' : 'Outgoing';
  return (
    <>
      <Tooltip text={about}>
        <Button onClick={() => show(data.dead > 0 ? 'dead' : data.pending > 0 ? 'pending' : 'sent')}>
          <Icon of={Send} />
          <span className="max-[1439px]:sr-only">Outgoing</span>
          {data.dead > 0 ? (
            <span className="text-high">
              {printCount(data.dead)}
              <span className="max-[1439px]:sr-only"> failed</span>
            </span>
          ) : isStuck ? (
            <span className="text-med">
              <span className="min-[1440px]:hidden">
                <Icon of={Clock} size={12} />
              </span>
              <span className="max-[1439px]:sr-only">stuck</span>
            </span>
          ) : null}
        </Button>
      </Tooltip>
      <Dialog
        open={shown !== null}
        onOpenChange={(open) => {
          if (!open) show(null);
        }}
        title="Outgoing"
        description="Deliveries to the webhooks and files in your configuration file."
        width={680}
      >
        <OutgoingPanel outgoing={outgoing} data={data} />
      </Dialog>
    </>
  );
};

/** Opens the deliveries to webhooks and files; hidden if no sink was ever configured. */
export const OutgoingButton = () => (
  <Suspense>
    <Outgoing />
  </Suspense>
);
