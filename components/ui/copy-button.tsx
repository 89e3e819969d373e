'use client';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

type Props = { text: string; name: string; label?: string; icon?: LucideIcon; small?: boolean };

/** Copies `text`; a label makes it a button with words, without one it is an icon. Says so when it is done. */
export const CopyButton = ({ text, name, label, icon = Copy, small }: Props) => {
  const [copied, copy] = useCopied();
  if (label === undefined) {
    return (
      <IconButton
        icon={copied ? Check : icon}
        name={copied ? 'Copied' : name}
        size={small ? 'small' : 'default'}
        onClick={() => copy(text)}
      />
    );
  }
  return (
    <Button title={name} onClick={() => copy(text)} size={small ? 'small' : 'default'}>
      <Icon of={copied ? Check : icon} />
      {copied ? 'Copied' : label}
    </Button>
  );
};
