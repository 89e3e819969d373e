'use client';
import { useSaid } from './use-said.ts';

/** Copies to the clipboard and reports success for two seconds; stays false if the browser refuses. */
export const useCopied = (): [copied: boolean, copy: (text: string) => void] => {
  const [said, say] = useSaid();
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => undefined,
    );
  };
  return [said !== null, copy];
};
