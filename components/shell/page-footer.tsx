import type { ReactNode } from 'react';
import { keyPlaces, type KeyPlace } from '@/lib/client/keys.ts';
import { Kbd } from '@/components/ui/kbd.tsx';
import { KeyCaps } from './keys-dialog.tsx';

const maxKeys = 6;

type Props = { place: Exclude<KeyPlace, 'everywhere'> | null; facts: ReactNode; without?: readonly string[] };

/** 24 px at the foot of a page: its first keys left, as many as have room, facts about the data right; no place: none of its keys would do anything, as those `without` would not. Hidden on touch and small screens. */
export const PageFooter = ({ place, facts, without = [] }: Props) => (
  <footer className="hidden h-6 shrink-0 items-center gap-4 border-t border-line bg-panel px-3 text-fact text-text3 sm:flex pointer-coarse:hidden">
    {place === null ? null : (
      <span className="flex h-6 min-w-0 flex-wrap gap-x-4 overflow-hidden">
        {keyPlaces[place].entries
          .filter(({ inFooter, keys }) => inFooter !== undefined && !keys.some((key) => without.includes(key)))
          .slice(0, maxKeys)
          .map((entry) => (
            <span key={entry.does} className="flex h-6 items-center gap-1.5 whitespace-nowrap">
              <KeyCaps entry={entry} />
              {entry.inFooter}
            </span>
          ))}
      </span>
    )}
    <span className="flex shrink-0 items-center gap-1.5 whitespace-nowrap">
      <Kbd>?</Kbd>
      all keys
    </span>
    <span className="ml-auto max-w-3/4 shrink-0 truncate">{facts}</span>
  </footer>
);
