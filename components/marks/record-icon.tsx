import { Braces, CornerDownRight, MessageSquare, Scissors, Settings2, TextAlignStart, User, Wrench, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import type { RecordKind } from '@/lib/domain/record.ts';

const icons: Record<RecordKind, LucideIcon> = {
  prompt: User,
  response: MessageSquare,
  reasoning: TextAlignStart,
  tool_call: Wrench,
  tool_result: CornerDownRight,
  system: Settings2,
  boundary: Scissors,
  meta: Braces,
};

/** The icon of a record's kind; needs a word next to it. */
export const RecordIcon = ({ kind, className }: { kind: RecordKind; className?: string }) => (
  <Icon of={icons[kind]} className={className} />
);
