import { Chip } from '@/components/ui/chip.tsx';

/** Beside a title that no prompt gave. */
export const NoPromptChip = () => (
  <Chip tone="outline">
    <span title="The file has no prompt. The title is the first sentence of the first answer.">no prompt</span>
  </Chip>
);
