/** A letter or mark of a script whose letters join. */
const joining = String.raw`(?:[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]|\p{M})`;

/**
 * Control characters but tab and newline; C1; bidi marks and overrides; invisible, blank and tag characters; separators; lone
 * surrogates. Joiners within emoji and within words of scripts that need them, and one variation selector behind what has variants, do not count.
 */
const hidden = new RegExp(
  [
    String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]`,
    String.raw`\u200d(?<!(?:\p{Extended_Pictographic}|[\ufe0f\u{1f3fb}-\u{1f3ff}]|${joining})\u200d)`,
    String.raw`\u200d(?!\p{Extended_Pictographic}|${joining})`,
    String.raw`\u200c(?<!${joining}\u200c)`,
    String.raw`[\ufe0e\ufe0f](?<!\p{Emoji}[\ufe0e\ufe0f])`,
    String.raw`[\ufe00-\ufe0d\u{e0100}-\u{e01ef}](?<!\p{Script=Han}[\ufe00-\ufe0d\u{e0100}-\u{e01ef}])`,
  ].join('|'),
  'u',
);
const everyHidden = new RegExp(hidden.source, 'gu');

/** Rest of a control sequence after `ESC [` or its C1 form (ECMA-48, 5.4). Bounded, so that a search takes linear time. */
export const controlSequence = '[0-?]{0,256}[ -/]{0,16}[@-~]';

/** Terminal escape sequences: CSI, OSC, DCS and their kin (ended by BEL or ST), and two-character escapes. */
const terminalEscapes = new RegExp(
  String.raw`\u001b(?:\[${controlSequence}|[\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|[ -/]{1,4}[0-~]|[0-Zc-~\\])|\u009b${controlSequence}`,
  'g',
);

const toPicture = (character: string): string => {
  const code = character.codePointAt(0) ?? 0xfffd;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code >= 0xd800 && code <= 0xdfff) return '�';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
};

/**
 * Text as it may be shown: control characters become their pictures (␛), characters that reorder or hide text become
 * `⟨U+202E⟩`. Line ends become `\n`; tab and newline stay. The result draws in the order in which it is stored.
 */
export const toVisibleText = (text: string): string => {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  return hidden.test(lines) ? lines.replace(everyHidden, toPicture) : lines;
};

const toEscape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** JSON that says the same with each hidden character of its strings written as an escape. */
export const toVisibleJson = (json: string): string => (hidden.test(json) ? json.replace(everyHidden, toEscape) : json);

/** Text without escape sequences, except those that set colors and weights. */
export const keepColors = (text: string): string =>
  text.replace(terminalEscapes, (sequence) => (/^\u001b\[[\d;]*m$/.test(sequence) ? sequence : ''));

/** A sequence that sets colors and weights. */
const colorSequence = /\u001b\[[\d;]*m/g;
/** Sequences that go back to the begin of the line. */
const toLineStart = /\u001b\[[01]?G/g;

/** Takes the characters that a backspace goes back over. */
const applyBackspaces = (text: string): string => {
  if (!text.includes('\b')) return text;
  const kept: string[] = [];
  for (const character of text) {
    if (character === '\b') kept.pop();
    else kept.push(character);
  }
  return kept.join('');
};

const toLastState = (line: string): string => {
  const states = line.split('\r').map(applyBackspaces);
  const last = states.findLastIndex((state) => state.replace(terminalEscapes, '').trim() !== '');
  if (last === -1) return '';
  const colorsOf = (some: readonly string[]): string => some.flatMap((state) => state.match(colorSequence) ?? []).join('');
  return colorsOf(states.slice(0, last)) + (states[last] ?? '') + colorsOf(states.slice(last + 1));
};

/**
 * Output with the last state of each line that was written several times, as progress is: what carriage returns and backspaces wrote over is
 * left out, its colors are kept. It has as many lines as before.
 */
export const toLastStates = (text: string): string => {
  if (!/\r(?!\n)|[\b]|\u001b\[[01]?G/u.test(text)) return text;
  return text
    .replace(toLineStart, '\r')
    .split('\n')
    .map((line) => (/[\r\b]/u.test(line) ? toLastState(line) : line))
    .join('\n');
};

/** Output as it may be shown, like other text: escape sequences are removed first, bounded in length so that none swallows the text. */
export const toVisibleOutput = (text: string): string => toVisibleText(text.replace(terminalEscapes, ''));
