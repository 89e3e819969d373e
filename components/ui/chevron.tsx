import { ChevronDown, ChevronRight } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Shows whether the content below a line is expanded. */
export const Chevron = ({ open, className }: { open: boolean; className?: string }) => (
  <Icon of={open ? ChevronDown : ChevronRight} className={className} />
);
