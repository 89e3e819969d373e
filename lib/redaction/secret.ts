/** A secret in a text: UTF-16 offsets, the end exclusive, and the name of the rule that found it. */
export type Secret = { start: number; end: number; rule: string };
