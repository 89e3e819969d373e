import { expect, it } from 'vitest';
import { findModelAccess, toProvider } from './access.ts';

it.each([
  ['claude-haiku-4-5', 'anthropic'],
  ['Claude-3-5-Sonnet', 'anthropic'],
  ['gpt-5-nano', 'openai'],
  ['anthropic/claude-opus-4.1', 'openai'],
  ['llama3:8b', 'openai'],
])('has %s answered by %s, unless another provider is given', (model, provider) => {
  expect(toProvider(model)).toBe(provider);
  const keys = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' };
  expect(findModelAccess({ model }, keys).access).toMatchObject({ provider, model, key: provider === 'anthropic' ? 'a' : 'o' });
  expect(findModelAccess({ model, provider: 'openai' }, keys).access).toMatchObject({ provider: 'openai', key: 'o' });
});

it('asks Anthropic at its own address, wherever agents are pointed to', () => {
  const variables = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://example.com', OPENAI_BASE_URL: 'https://example.com' };
  expect(findModelAccess({ model: 'claude-haiku-4-5' }, variables)).toEqual({
    access: { provider: 'anthropic', model: 'claude-haiku-4-5', key: 'k', baseUrl: 'https://api.anthropic.com/v1' },
    server: 'Anthropic',
  });
});

it.each([
  [undefined, 'https://api.openai.com/v1', 'OpenAI'],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434'],
  ['https://example.com/some/v1', 'https://example.com/some/v1', 'https://example.com'],
])('asks the server of OPENAI_BASE_URL %s', (url, baseUrl, server) => {
  expect(findModelAccess({ model: 'qwen3' }, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url })).toEqual({
    access: { provider: 'openai', model: 'qwen3', key: 'k', baseUrl },
    server,
  });
});

it.each(['http://example.com/v1', 'https://me:secret@example.com/v1', 'file:///etc/passwd', 'ollama'])('refuses %s', (url) => {
  expect(findModelAccess({ model: 'qwen3' }, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url })).toEqual({
    access: null,
    missing: 'bad_url',
    problem: expect.stringMatching(/^OPENAI_BASE_URL (?:must start with https|must not contain a user|is not a URL)/u),
    remedy: null,
  });
});

it('says which key is missing', () => {
  expect(findModelAccess({ model: 'claude-haiku-4-5' }, { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: ' ' })).toEqual({
    access: null,
    missing: 'no_key',
    problem: 'ANTHROPIC_API_KEY is not set, so claude-haiku-4-5 is not asked.',
    remedy: 'Set the variable where the server starts.',
  });
});
