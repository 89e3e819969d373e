import type { ToolKind } from '../domain/tool-call.ts';

const kinds: Record<Exclude<ToolKind, 'mcp' | 'other'>, readonly string[]> = {
  shell: [
    'bash',
    'sh',
    'zsh',
    'shell',
    'exec',
    'exec_command',
    'local_shell',
    'bashoutput',
    'killshell',
    'write_stdin',
    'powershell',
    'terminal',
    'shell_command',
    'container.exec',
    'unified_exec',
    'codex:command',
  ],
  edit: [
    'edit',
    'multiedit',
    'notebookedit',
    'apply_patch',
    'str_replace_editor',
    'edit_file',
    'str_replace_based_edit_tool',
    'codex:file_change',
  ],
  write: ['write', 'create_file', 'write_file'],
  read: ['read', 'view', 'cat', 'open', 'read_file', 'notebookread', 'view_image'],
  search: ['grep', 'glob', 'search', 'find', 'ls', 'list_dir', 'toolsearch', 'grep_search', 'file_search', 'grep_files', 'tool_search'],
  todo: ['todo', 'todowrite', 'todoread', 'update_plan', 'taskcreate', 'taskupdate', 'tasklist', 'taskget', 'exitplanmode'],
  subagent: [
    'task',
    'agent',
    'spawn_agent',
    'wait_agent',
    'send_input',
    'resume_agent',
    'close_agent',
    'sendmessage',
    'delegate',
    'workflow',
  ],
  web: ['webfetch', 'web_fetch', 'websearch', 'web_search', 'web_search_call', 'codex:web_search', 'fetch', 'browser'],
};

const kindOfName = new Map(Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind as ToolKind])));

/** Kind of a tool from its name, with or without a leading `functions.`; unknown names are `other`. */
export const toToolKind = (name: string): ToolKind =>
  name.startsWith('mcp__') ? 'mcp' : (kindOfName.get(name.toLowerCase().replace(/^functions\./u, '')) ?? 'other');
