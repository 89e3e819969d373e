import { File, FilePlus, GitFork, Globe, ListChecks, Pencil, Plug, Terminal, TextSearch, Wrench, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import type { ToolKind } from '@/lib/domain/tool-call.ts';

const icons: Record<ToolKind, LucideIcon> = {
  shell: Terminal,
  edit: Pencil,
  write: FilePlus,
  read: File,
  search: TextSearch,
  todo: ListChecks,
  subagent: GitFork,
  web: Globe,
  mcp: Plug,
  other: Wrench,
};

/** The icon of a tool's kind; needs a name next to it. */
export const ToolIcon = ({ kind, className }: { kind: ToolKind; className?: string }) => <Icon of={icons[kind]} className={className} />;
