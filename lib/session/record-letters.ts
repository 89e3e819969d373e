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

/** Reasoning that the source keeps no text of: all there is to read is that the model reasoned. */
export const textlessReasoning = { letter: 't', subtypes: ['encrypted', 'redacted'] } as const;
