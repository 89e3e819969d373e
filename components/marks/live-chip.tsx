import { Chip } from '@/components/ui/chip.tsx';
import { LiveDot } from './live-dot.tsx';

/** Marks a session whose agent runs now. */
export const LiveChip = () => (
  <Chip tone="accent">
    <LiveDot /> Live
  </Chip>
);
