import { Chip, type ChipTone } from '@/components/ui/chip.tsx';
import type { Change, Signs } from './assessment-groups.ts';

type Look = { sign: string; word: string; row: string; tone: ChipTone; color: string };

/** How a finding changed, always with sign and word; what is new or more severe has the color of trouble, what is gone that of good. */
export const changeLooks: Record<Change, Look> = {
  new: { sign: '+', word: 'new', row: 'New', tone: 'high', color: 'text-high' },
  rises: { sign: '↑', word: 'more severe', row: 'More severe', tone: 'high', color: 'text-high' },
  still: { sign: '=', word: 'persists', row: 'Persists', tone: 'neutral', color: 'text-text2' },
  eases: { sign: '↓', word: 'less severe', row: 'Less severe', tone: 'neutral', color: 'text-text2' },
  gone: { sign: '−', word: 'gone', row: 'Gone', tone: 'good', color: 'text-good' },
};
export const changeOrder = ['new', 'rises', 'still', 'eases', 'gone'] as const;

const listChanges = (signs: Signs) => changeOrder.flatMap((change) => (signs[change] > 0 ? [{ change, count: signs[change] }] : []));

/** `+1 ↑1 =1 −1`, with the words for who cannot see the signs. */
export const SignCounts = ({ signs }: { signs: Signs }) => {
  const changes = listChanges(signs);
  if (changes.length === 0) return <span className="text-text3">no findings</span>;
  return (
    <>
      <span aria-hidden className="whitespace-nowrap">
        {changes.map(({ change, count }) => (
          <span key={change} className={`mr-1.5 ${changeLooks[change].color}`}>
            {changeLooks[change].sign}
            {count}
          </span>
        ))}
      </span>
      <span className="sr-only">{changes.map(({ change, count }) => `${count} ${changeLooks[change].word}`).join(', ')}</span>
    </>
  );
};

/** `+ 1 new`, `− 1 gone`: one chip a kind of change. */
export const SignChips = ({ signs }: { signs: Signs }) => (
  <>
    {listChanges(signs).map(({ change, count }) => (
      <Chip key={change} tone={changeLooks[change].tone}>
        {changeLooks[change].sign} {count} {changeLooks[change].word}
      </Chip>
    ))}
  </>
);
