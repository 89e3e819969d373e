'use client';
import { Check, Link2 } from 'lucide-react';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';

/** Copies an address of this page; `byKey`: the key has just done so; `hasKey`: it would. */
export const CopyLink = ({ href, byKey, hasKey }: { href: string; byKey: boolean; hasKey: boolean }) => {
  const [byButton, copy] = useCopied();
  const copied = byKey || byButton;
  return (
    <>
      <IconButton
        icon={copied ? Check : Link2}
        name="Copy link"
        keys={hasKey ? 'C' : undefined}
        onClick={() => copy(location.origin + href)}
        size="small"
      />
      <span role="status" aria-label="Link" className="absolute top-full right-0 z-10">
        {copied ? (
          <span className="block rounded-control border border-line bg-panel px-2 py-0.5 text-table shadow-float">Copied</span>
        ) : null}
      </span>
    </>
  );
};
