'use client';
import { useModKey } from '@/components/hooks/use-mod-key.ts';
import { Dialog } from '@/components/ui/dialog.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { orderKeys, type KeyEntry } from '@/lib/client/keys.ts';

export const KeyCaps = ({ entry }: { entry: KeyEntry }) => {
  const mod = useModKey();
  return (
    <span className="flex items-center gap-1">
      {entry.keys.map((key, index) => (
        <span key={key} className="flex items-center gap-1">
          {entry.then && index > 0 ? <span className="text-fact text-text3">then</span> : null}
          {entry.together && index > 0 ? <span className="text-fact text-text3">+</span> : null}
          <Kbd>{key === 'Mod' ? mod : key}</Kbd>
        </span>
      ))}
    </span>
  );
};

type Props = { open: boolean; onOpenChange: (open: boolean) => void; pathname: string };

/** Every key of every page, from the one table; this page's first. */
export const KeysDialog = ({ open, onOpenChange, pathname }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Keys" width={680}>
    <div className="columns-1 gap-8 sm:columns-2">
      {orderKeys(pathname).map(({ title, entries }) => (
        <section key={title} className="mb-4 break-inside-avoid">
          <h3 className="mb-1 text-table font-semibold">{title}</h3>
          <dl>
            {entries.map((entry) => (
              <div key={entry.does} className="flex min-h-7 items-center justify-between gap-4 border-b border-line py-1 last:border-0">
                <dt className="text-table text-text2">{entry.does}</dt>
                <dd className="shrink-0">
                  <KeyCaps entry={entry} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
