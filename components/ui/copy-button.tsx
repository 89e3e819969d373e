'use client';
import { Check, Copy } from 'lucide-react';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

/** Copies `text`; a label makes it a button with words, without one it is an icon. Says so when it is done. */
export const CopyButton = ({ text, name, label, small }: { text: string; name: string; label?: string; small?: boolean }) => {
  const [copied, copy] = useCopied();
  if (label === undefined) {
    return (
      <IconButton
        icon={copied ? Check : Copy}
        name={copied ? 'Copied' : name}
        size={small ? 'small' : 'default'}
        onClick={() => copy(text)}
      />
    );
  }
  return (
    <Button title={name} onClick={() => copy(text)} size={small ? 'small' : 'default'}>
      <Icon of={copied ? Check : Copy} />
      {copied ? 'Copied' : label}
    </Button>
  );
};
