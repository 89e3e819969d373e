import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownTokens, type Tokens } from '../domain/tokens.ts';
import { computeCostUsd, findPrice } from './compute-cost.ts';
import { priceTable, pricesAsOf } from './price-table.ts';

const million = 1_000_000;
const tokens = (counts: Partial<Tokens>): Tokens => ({ ...unknownTokens, ...counts });

describe('findPrice', () => {
  it.each([
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['claude-sonnet-4-20250514-v1:0', 'claude-sonnet-4'],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 'claude-sonnet-4'],
    ['global.anthropic.claude-opus-4-5-20251101-v1:0', 'claude-opus-4-5'],
    ['anthropic/claude-opus-4-1', 'claude-opus-4-1'],
    ['bedrock/us.anthropic.claude-3-5-haiku-20241022-v1:0', 'claude-3-5-haiku'],
    ['vertex_ai/claude-3-7-sonnet@20250219', 'claude-3-7-sonnet'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
    ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
    ['openai/gpt-5-codex', 'gpt-5-codex'],
    ['gpt-6.1-sol-2026-09-29', 'gpt-6.1-sol'],
    ['claude-opus-4-8[1m]', 'claude-opus-4-8'],
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['Claude-Haiku-4-5-20251001', 'claude-haiku-4-5'],
  ])('reads %s as %s', (model, name) => {
    expect(findPrice(model)).toBe(priceTable[name]);
  });

  it.each([
    '<synthetic>',
    '',
    'claude-opus-9',
    'claude-sonnet-4-5-turbo',
    'gpt-5-unheard-of',
    'codex-auto-review',
    'glm-4.6',
    'constructor',
    '__proto__',
  ])('knows no price of %j, rather than that of a relative', (model) => {
    expect(findPrice(model)).toBeNull();
  });

  it('never throws and always ends', () => {
    fc.assert(fc.property(fc.string(), (model) => void findPrice(model)));
  });
});

describe('computeCostUsd', () => {
  it('prices each kind of token by itself', () => {
    expect(computeCostUsd('claude-sonnet-4-5', { tokens: tokens({ input: million }) })).toBeCloseTo(3);
    expect(computeCostUsd('claude-sonnet-4-5', { tokens: tokens({ output: million }) })).toBeCloseTo(15);
    expect(computeCostUsd('claude-sonnet-4-5', { tokens: tokens({ cacheRead: million }) })).toBeCloseTo(0.3);
    expect(computeCostUsd('claude-sonnet-4-5', { tokens: tokens({ cacheWrite: million }) })).toBeCloseTo(3.75);
  });

  it('prices the part of the cache that is kept for an hour at twice the input', () => {
    expect(computeCostUsd('claude-opus-4-1', { tokens: tokens({ cacheWrite: million }), cacheWrite1h: million })).toBeCloseTo(30);
    expect(computeCostUsd('claude-opus-4-1', { tokens: tokens({ cacheWrite: million }), cacheWrite1h: million / 2 })).toBeCloseTo(24.375);
  });

  it('never takes more than was written as kept for an hour', () => {
    expect(computeCostUsd('claude-opus-4-1', { tokens: tokens({ cacheWrite: million }), cacheWrite1h: 9 * million })).toBeCloseTo(30);
  });

  it('prices a whole response higher when its prompt, cache included, is long', () => {
    expect(computeCostUsd('claude-haiku-5-5', { tokens: tokens({ input: 60_000, cacheRead: 40_000, output: 1000 }) })).toBeCloseTo(0.0069);
    expect(computeCostUsd('claude-haiku-5-5', { tokens: tokens({ input: 60_001, cacheRead: 40_000, output: 1000 }) })).toBeCloseTo(0.0345);
  });

  it('prices the models that Codex uses today, with their cache and long prompts', () => {
    const short = tokens({ input: 100_000, cacheRead: 100_000, cacheWrite: 10_000, output: 1_000 });
    expect(computeCostUsd('gpt-6.1-sol', { tokens: short })).toBeCloseTo(0.2 + 0.01 + 0.025 + 0.01, 6);
    expect(computeCostUsd('gpt-6.1-sol', { tokens: tokens({ input: 272_001, output: 1_000 }) })).toBeCloseTo(1.088_004 + 0.015, 6);
    expect(computeCostUsd('gpt-5.5', { tokens: tokens({ input: million / 4, output: 1_000 }) })).toBeCloseTo(1.25 + 0.03, 6);
  });

  it('does not count reasoning twice: it is part of the output', () => {
    expect(computeCostUsd('gpt-5-codex', { tokens: tokens({ output: 10, reasoning: 8 }) })).toBe(
      computeCostUsd('gpt-5-codex', { tokens: tokens({ output: 10 }) }),
    );
  });

  it('says null, not zero, where it cannot know', () => {
    expect(computeCostUsd(null, { tokens: tokens({ input: 1 }) })).toBeNull();
    expect(computeCostUsd('<synthetic>', { tokens: tokens({ input: 0, output: 0 }) })).toBeNull();
    expect(computeCostUsd('somebody/else', { tokens: tokens({ input: 1 }) })).toBeNull();
    expect(computeCostUsd('claude-sonnet-4-5', { tokens: unknownTokens })).toBeNull();
  });
});

describe('priceTable', () => {
  it('is dated', () => {
    expect(new Date(`${pricesAsOf}T00:00:00Z`).toISOString().slice(0, 10)).toBe(pricesAsOf);
  });

  it('holds plausible prices only', () => {
    for (const [name, price] of Object.entries(priceTable)) {
      expect(price.input, name).toBeGreaterThan(0);
      expect(price.output, name).toBeGreaterThan(price.input);
      expect(price.cacheRead, name).toBeLessThan(price.input);
      expect(price.cacheWrite1h, name).toBeGreaterThanOrEqual(price.cacheWrite5m);
    }
  });
});
