import type { RecordKind } from '../domain/record.ts';

/** One letter for each kind of record: a session of 200,000 is read as one text. */
export const recordLetters: Record<RecordKind, string> = {
  prompt: 'P',
  response: 'R',
  reasoning: 'T',
  tool_call: 'C',
  tool_result: 'O',
  system: 'S',
  boundary: 'B',
  meta: 'M',
};

/** System records about how a session was set up and ran, not about what happened in it. */
export const bookkeepingSubtypes = [
  ...[
    'agents_md',
    'developer',
    'environment_context',
    'ephemeral',
    'init',
    'permissions',
    'session_meta',
    'system-reminder',
    'user_instructions',
  ],
  ...['ide_context', 'ide_diff', 'ide_opened_file', 'ide_selection', 'local-command-caveat'],
  ...['info', 'result', 'stop_hook_summary', 'task_started', 'turn_duration'],
] as const;

/** Reasoning that the source keeps no text of: all there is to read is that the model reasoned. */
export const textlessReasoning = { letter: 't', subtypes: ['encrypted', 'redacted'] } as const;
