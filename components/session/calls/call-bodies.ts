import type { ComponentType } from 'react';
import type { ToolKind } from '@/lib/domain/tool-call.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { EditCall } from './edit-call.tsx';
import { OtherCall } from './other-call.tsx';
import { OutputCall } from './output-call.tsx';
import { ShellCall } from './shell-call.tsx';
import { SubagentCall } from './subagent-call.tsx';
import { TodoCall } from './todo-call.tsx';

/** The body of a call by what its tool does. */
export const callBodies: Record<ToolKind, ComponentType<CallBodyProps>> = {
  shell: ShellCall,
  edit: EditCall,
  write: EditCall,
  read: OutputCall,
  search: OutputCall,
  web: OutputCall,
  todo: TodoCall,
  subagent: SubagentCall,
  mcp: OtherCall,
  other: OtherCall,
};
