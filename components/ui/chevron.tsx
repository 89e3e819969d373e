import { ChevronDown, ChevronRight } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Whether what stands below a line is open. */
export const Chevron = ({ open, className }: { open: boolean; className?: string }) => (
  <Icon of={open ? ChevronDown : ChevronRight} className={className} />
);
