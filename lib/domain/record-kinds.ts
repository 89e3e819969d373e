/** Kinds of records, apart from their schema: pages know them without it. */
export const recordKinds = ['prompt', 'response', 'reasoning', 'tool_call', 'tool_result', 'system', 'boundary', 'meta'] as const;
