import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { toLastStates, toVisibleJson, toVisibleOutput, toVisibleText } from './visible-text.ts';

describe('toVisibleText', () => {
  it('leaves plain text, tabs, newlines and emoji alone', () => {
    const text = 'a\tb\nünï 👩‍💻 日本';
    expect(toVisibleText(text)).toBe(text);
  });
  it('shows bidi overrides by their number', () => {
    expect(toVisibleText('a\u202eb\u2066c')).toBe('a⟨U+202E⟩b⟨U+2066⟩c');
  });
  it('shows control characters as pictures and joins line ends', () => {
    expect(toVisibleText('a\u0000b\u001bc\r\nd\re\u007f\u0085')).toBe('a␀b␛c\nd␍e␡⟨U+0085⟩');
  });
  it('shows separators, tag characters and lone surrogates', () => {
    expect(toVisibleText('a\u2028b\u{e0041}c\ud800d')).toBe('a⟨U+2028⟩b⟨U+E0041⟩c�d');
  });
  it('shows joiners, variation selectors and blanks that hide something', () => {
    expect(toVisibleText('<\u200d/a>v\u200cs \u200d')).toBe('<⟨U+200D⟩/a>v⟨U+200C⟩s ⟨U+200D⟩');
    expect(toVisibleText('<\ufe0f/a>a\ufe01b\u{e0100}c❤\ufe0f\ufe0f')).toBe('<⟨U+FE0F⟩/a>a⟨U+FE01⟩b⟨U+E0100⟩c❤\ufe0f⟨U+FE0F⟩');
    expect(toVisibleText('a\u3164\u115f\u2800\u034f')).toBe('a⟨U+3164⟩⟨U+115F⟩⟨U+2800⟩⟨U+034F⟩');
  });
  it('leaves joiners and selectors that belong to what is written', () => {
    for (const text of ['❤\ufe0f 1\ufe0f\u20e3 👩🏽\u200d🚀 🏳\ufe0f\u200d🌈', 'می\u200cخواهم', 'क्\u200dष', '葛\u{e0100}飾区'])
      expect(toVisibleText(text)).toBe(text);
  });
  it('never leaves a hidden character and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = toVisibleText(text);
        expect(once).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/u);
        expect(toVisibleText(once)).toBe(once);
      }),
    );
  });
});

describe('toLastStates', () => {
  const esc = '\u001b';
  it('keeps what a line showed last, and as many lines', () => {
    expect(toLastStates('get a\n 10%\r 50%\r100%\nend')).toBe('get a\n100%\nend');
    expect(toLastStates(' 10%\r 50%\r')).toBe(' 50%');
    expect(toLastStates(`busy\r${esc}[2K\rDone in 3 s\r\n`)).toBe(`${esc}[2KDone in 3 s\n`.replace(`${esc}[2K`, ''));
    expect(toLastStates('wait |\b/\b-\b\bing')).toBe('waiting');
    expect(toLastStates(`1/9${esc}[1G9/9`)).toBe('9/9');
  });
  it('does not show a line that was cleared at its end as empty', () => {
    expect(toLastStates('9/9 files\r         \r\nend')).toBe('9/9 files\nend');
  });
  it('keeps the colors that were set before', () => {
    expect(toLastStates(`${esc}[32m10%\r99%${esc}[0m\r`)).toBe(`${esc}[32m99%${esc}[0m`);
  });
  it('leaves line ends as they are', () => {
    for (const text of ['a\r\nb\r\n', 'a\n\nb', '']) expect(toLastStates(text)).toBe(text);
  });
});

describe('toVisibleOutput', () => {
  it('removes colors, cursor moves, titles and links', () => {
    expect(toVisibleOutput('\u001b[31mred\u001b[0m \u001b]0;title\u0007x\u001b]8;;http://a\u001b\\link\u001b[2K')).toBe('red xlink');
  });
  it('shows an unfinished escape and does not swallow what follows', () => {
    expect(toVisibleOutput('\u001b]0;never ended')).toBe('␛]0;never ended');
  });
});

describe('toVisibleJson', () => {
  it('writes C1, marks of direction and tag characters as escapes', () => {
    expect(toVisibleJson(JSON.stringify('a\u009b\u202e\u{e0041}é 👩\u200d💻'))).toBe('"a\\u009b\\u202e\\udb40\\udc41é 👩\u200d💻"');
  });
  it('parses to the same value, and has nothing hidden', () => {
    const hostile = fc.array(fc.constantFrom('\u009b', '\u202e', '\u2066', '\u200f', '\u001b[31m', '\u{e0041}', '\ud800', '\\', '"', 'a'));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      hostile.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), fc.constantFrom(0, 2), (value, indent) => {
        const json = toVisibleJson(JSON.stringify(value, null, indent));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(toVisibleText(json)).toBe(json);
        expect(json).not.toMatch(/[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
      fuzz(300),
    );
  });
});
