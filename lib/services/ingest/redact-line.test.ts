import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { jsonLimits, parseJson } from '../../domain/parse-json.ts';
import { redactValue } from '../../redaction/redact.ts';
import { redactLine } from './redact-line.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const clean = (text: string): string => redactLine({ text }).text;

describe('redactLine', () => {
  it('replaces secrets in JSON and in other text, and returns the same line without one', () => {
    expect(clean(`{"a":"${key}"}`)).toBe('{"a":"[redacted: anthropic-key]"}');
    expect(clean(`a ${key}`)).toBe('a [redacted: anthropic-key]');
    const line = { text: '{"a": 1}' };
    expect(redactLine(line)).toBe(line);
  });

  it('keeps all else as it was written, and keys that hold different secrets apart', () => {
    const other = key.replace('Zk3v', 'Ab4c');
    expect(clean(`{"id": 12345678901234567890, "n": 1.50, "a":"${key}", "password": 48291734}`)).toBe(
      '{"id": 12345678901234567890, "n": 1.50, "a":"[redacted: anthropic-key]", "password": "[redacted: password]"}',
    );
    const [first, second, third] = ['[redacted: anthropic-key]', '[redacted: anthropic-key] 2', '[redacted: anthropic-key] 3'];
    const [text, expected] = [`{"${key}":1,"${first}":2,"${other}":3}`, `{"${second}":1,"${first}":2,"${third}":3}`];
    expect(clean(text)).toBe(expected);
    expect(JSON.stringify(redactValue(JSON.parse(text)))).toBe(expected);
    expect(clean('{"value":"hunter\\u0032x9","name":"DB_PASSWORD"}')).toBe('{"value":"[redacted: password]","name":"DB_PASSWORD"}');
  });

  it('agrees with what is replaced in a value', () => {
    const names = fc.constantFrom('a', 'password', 'token', key, 'Cookie', 'id', '"');
    const leaf = fc.oneof(
      fc.string(),
      fc.constantFrom(key, 'hunter2x9', 'DB_PASSWORD', 'sid=Zk3vQ9tLr2; a=b'),
      fc.integer(),
      fc.constant(null),
    );
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('node'), { maxLength: 4 }), fc.dictionary(names, tie('node'), { maxKeys: 4 })),
    })).node;
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.parse(clean(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(redactValue(value))));
      }),
    );
  });

  it.each([
    ['lists and objects', `[${'{},'.repeat(jsonLimits.containers)}"${key}"]`],
    ['levels', `${'['.repeat(jsonLimits.levels + 1)}"${key}"${']'.repeat(jsonLimits.levels + 1)}`],
  ])('never parses JSON with too many %s, and leaves the error to its reader', (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    const redacted = clean(text);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(redacted).toBe(text.replace(key, '[redacted: anthropic-key]'));
    expect(() => parseJson(redacted)).toThrow('too many to be read');
  });
});
