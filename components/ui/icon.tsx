import type { LucideIcon } from 'lucide-react';

/** A line icon: 14 px grid, 1.4 px line. Hidden from assistive technology: its button or its neighbour carries the name. */
export const Icon = ({ of: Shape, size = 14, className }: { of: LucideIcon; size?: number; className?: string }) => (
  <Shape size={size} strokeWidth={(1.4 * 24) / size} aria-hidden className={`shrink-0 ${className ?? ''}`} />
);
