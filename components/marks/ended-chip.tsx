import { Chip } from '@/components/ui/chip.tsx';
import type { TurnEnded } from '@/lib/domain/turn-ended.ts';
import { printTurnEnded } from '@/lib/print/turn-ended.ts';

/** How a turn ended, where that is worth a word. `title`: more about it, such as the line that says why. Nothing for a turn that ended with an answer. */
export const EndedChip = ({ ended, title }: { ended: TurnEnded; title: string | null }) => {
  const word = printTurnEnded({ ended });
  return word === null ? null : (
    <span title={title ?? undefined}>
      <Chip tone={ended === 'taken_back' ? 'dashed' : ended === 'interrupted' ? 'neutral' : 'med'}>{word}</Chip>
    </span>
  );
};
