import { describe, expect, it } from 'vitest';
import { summariesConfig, type SummariesConfig } from '../domain/summaries-config.ts';
import { findModelState } from './model-state.ts';

const config = (given: Partial<SummariesConfig>) => summariesConfig.parse(given);
const anthropic = config({ provider: 'anthropic', model: 'claude-haiku-4-5' });
const openai = config({ provider: 'openai', model: 'qwen3' });

describe('findModelState', () => {
  it('sends nothing for a key alone, and says what it would add', () => {
    const { state, access } = findModelState(config({}), { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: ' ' });
    expect(access).toBeNull();
    expect(state).toMatchObject({ state: 'off', provider: null, model: null, keys: ['ANTHROPIC_API_KEY'] });
    expect(state.message).toMatch(/^ANTHROPIC_API_KEY is set, but nothing is sent\. .*provider and model under summaries:/u);
    expect(findModelState(config({ model: 'x' }), {}).state.message).toMatch(/^No key is set\. .*ANTHROPIC_API_KEY or OPENAI_API_KEY/u);
  });

  it('asks nobody without the key of the provider', () => {
    const { state, access } = findModelState(anthropic, { OPENAI_API_KEY: 'k' });
    expect(access).toBeNull();
    expect(state).toMatchObject({ state: 'no_key', provider: 'anthropic', model: 'claude-haiku-4-5', keys: ['OPENAI_API_KEY'] });
    expect(state.message).toMatch(/^ANTHROPIC_API_KEY is not set, so .* A model writes .* Set the variable where the server starts\.$/u);
  });

  it('says whom turns are sent to', () => {
    const { state, access } = findModelState(anthropic, { ANTHROPIC_API_KEY: 'k' });
    expect(access).toMatchObject({ provider: 'anthropic', model: 'claude-haiku-4-5', key: 'k' });
    expect(state).toMatchObject({ state: 'on' });
    expect(state.message).toContain('sent to Anthropic,');
  });

  it('sends nothing to a server that others could listen to', () => {
    const { state, access } = findModelState(openai, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://example.com/v1' });
    expect(access).toBeNull();
    expect(state).toMatchObject({ state: 'bad_url' });
    expect(state.message).toMatch(/^OPENAI_BASE_URL must start with https:\/\/; .*\)\.$/u);
  });
});
