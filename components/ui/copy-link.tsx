'use client';
import { Check, Link2 } from 'lucide-react';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { IconButton } from './icon-button.tsx';

type Props = { linkOf: () => string; byKey: boolean; hasKey: boolean; small?: boolean };

/** Copies a link to what is shown; `byKey`: the key has just done so; `hasKey`: it would. */
export const CopyLink = ({ linkOf, byKey, hasKey, small }: Props) => {
  const [byButton, copy] = useCopied();
  const copied = byKey || byButton;
  return (
    <span className="relative inline-flex">
      <IconButton
        icon={copied ? Check : Link2}
        name="Copy link"
        keys={hasKey ? 'C' : undefined}
        onClick={() => copy(linkOf())}
        size={small ? 'small' : 'default'}
      />
      <span role="status" aria-label="Link" className="absolute top-full right-0 z-10">
        {copied ? (
          <span className="block rounded-control border border-line bg-panel px-2 py-0.5 text-table shadow-float">Copied</span>
        ) : null}
      </span>
    </span>
  );
};
