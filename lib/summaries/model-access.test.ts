import { describe, expect, it } from 'vitest';
import { summariesConfig, type SummariesConfig } from '../domain/summaries-config.ts';
import { findModelAccess } from './model-access.ts';

const config = (given: Partial<SummariesConfig>) => summariesConfig.parse(given);
const anthropic = config({ provider: 'anthropic', model: 'claude-haiku-4-5' });
const openai = config({ provider: 'openai', model: 'qwen3' });

describe('findModelAccess', () => {
  it('sends nothing for a key alone, and says what it would add', () => {
    const { state, access } = findModelAccess(config({}), { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: ' ' });
    expect(access).toBeNull();
    expect(state).toMatchObject({ state: 'off', provider: null, model: null, keys: ['ANTHROPIC_API_KEY'] });
    expect(state.message).toMatch(/^ANTHROPIC_API_KEY is set, but nothing is sent\. .*provider and model under summaries:/u);
    expect(findModelAccess(config({ model: 'x' }), {}).state.message).toMatch(/^No key is set\. .*ANTHROPIC_API_KEY or OPENAI_API_KEY/u);
  });

  it('asks nobody without the key of the provider', () => {
    const { state, access } = findModelAccess(anthropic, { OPENAI_API_KEY: 'k' });
    expect(access).toBeNull();
    expect(state).toMatchObject({ state: 'no_key', provider: 'anthropic', model: 'claude-haiku-4-5', keys: ['OPENAI_API_KEY'] });
    expect(state.message).toMatch(/^ANTHROPIC_API_KEY is not set/u);
  });

  it('asks Anthropic at its own address, wherever agents are pointed to', () => {
    const { state, access } = findModelAccess(anthropic, { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://example.com' });
    expect(access).toEqual({ provider: 'anthropic', model: 'claude-haiku-4-5', key: 'k', baseUrl: 'https://api.anthropic.com/v1' });
    expect(state).toMatchObject({ state: 'on' });
    expect(state.message).toContain('sent to Anthropic');
  });

  it.each([
    [undefined, 'https://api.openai.com/v1', 'OpenAI'],
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434'],
    ['https://example.com/some/v1', 'https://example.com/some/v1', 'https://example.com'],
  ])('asks the server of OPENAI_BASE_URL %s', (url, baseUrl, said) => {
    const { state, access } = findModelAccess(openai, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    expect(access).toEqual({ provider: 'openai', model: 'qwen3', key: 'k', baseUrl });
    expect(state.message).toContain(`sent to ${said},`);
  });

  it.each(['http://example.com/v1', 'https://me:secret@example.com/v1', 'file:///etc/passwd', 'ollama'])('refuses %s', (url) => {
    const { state, access } = findModelAccess(openai, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    expect(access).toBeNull();
    expect(state).toMatchObject({ state: 'bad_url' });
    expect(state.message).toMatch(/^OPENAI_BASE_URL (?:must start with https|must not contain a user|is not a URL)/u);
  });
});
