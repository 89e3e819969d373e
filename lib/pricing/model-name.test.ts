import { expect, it } from 'vitest';
import { toModelName } from './model-name.ts';

it.each([
  ['openai/gpt-4o', 'gpt-4o'],
  ['openrouter/anthropic/claude-opus-4.1', 'claude-opus-4.1'],
  ['Qwen/Qwen3-Coder', 'Qwen3-Coder'],
  ['bedrock/us.anthropic.claude-sonnet-4-20250514-v1:0', 'claude-sonnet-4-20250514-v1:0'],
  ['claude-opus-4-8[1m]', 'claude-opus-4-8'],
  ['gpt-4o-2024-08-06', 'gpt-4o-2024-08-06'],
  ['llama3:8b', 'llama3:8b'],
  ['openai/', 'openai/'],
  ['/models/local.gguf', '/models/local.gguf'],
  ['<synthetic>', '<synthetic>'],
])('calls %s %s', (given, name) => {
  expect(toModelName(given)).toBe(name);
});
