import type { Prng } from '../prng.ts';
import type { Step } from './tools.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** An id as the API gives them: a prefix, a version, 22 characters. */
export const makeApiId = (prng: Prng, prefix: string): string => `${prefix}01${prng.text(base58, 22)}`;

/** Blocks of a response's content in the order in which they arrive. */
export function toBlocks(
  prng: Prng,
  act: { thinking?: string; text?: string; steps: readonly Step[] },
  callIds: readonly string[],
): object[] {
  const blocks: object[] = [];
  if (act.thinking) blocks.push({ type: 'thinking', thinking: act.thinking, signature: prng.text(base58, 64) });
  if (act.text) blocks.push({ type: 'text', text: act.text });
  act.steps.forEach((step, index) => blocks.push({ type: 'tool_use', id: callIds[index], name: step.name, input: step.input }));
  return blocks;
}

/** Roughly what the tokeniser would make of it. */
export const countTokens = (value: unknown): number => Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / 4);

export const toUsage = (counts: { input: number; written: number; read: number; output: number }): object => ({
  input_tokens: counts.input,
  cache_creation_input_tokens: counts.written,
  cache_read_input_tokens: counts.read,
  cache_creation: { ephemeral_5m_input_tokens: counts.written, ephemeral_1h_input_tokens: 0 },
  output_tokens: counts.output,
  service_tier: 'standard',
});

/** The line in place of a response when the service refused: no model answered, nothing was counted. */
export const toApiErrorMessage = (prng: Prng, text: string): object => ({
  id: prng.uuid(),
  type: 'message',
  role: 'assistant',
  model: '<synthetic>',
  content: [{ type: 'text', text }],
  stop_reason: 'stop_sequence',
  usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});
