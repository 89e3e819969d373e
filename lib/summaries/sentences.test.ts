import { expect, it } from 'vitest';
import { listBlocks } from './plain-text.ts';
import { splitSentences } from '../session/split-sentences.ts';
import { listSentences } from './sentences.ts';

it.each([
  ['See e.g. Smith et al. for this. It works.', ['See e.g. Smith et al. for this.', 'It works.']],
  ['Edit file.ts now. Then run v1.2.3 of it!  Done?', ['Edit file.ts now.', 'Then run v1.2.3 of it!', 'Done?']],
  ['He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
  ['We met at 5 p.m. on Friday. J. Doe came.', ['We met at 5 p.m. on Friday.', 'J. Doe came.']],
  ['テストは失敗した。原因を調べる！終わり', ['テストは失敗した。', '原因を調べる！', '終わり']],
  ['他说：“好。”然后走了。', ['他说：“好。”', '然后走了。']],
  ['Waiting... and then it went on. Good.', ['Waiting... and then it went on.', 'Good.']],
])('splits %s', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences);
});

it('takes Markdown away, and leaves out code, tables and headings', () => {
  const text = [
    '# Title',
    'The **first** paragraph has `code`, a [link](https://example.org)',
    'and a second line.',
    '- [x] An item of a *list*',
    '2. Another one',
    '> A quote',
    '~~~sh',
    'rm -rf .',
    '~~~',
    '| a | b |',
    '|---|---|',
    '---',
    'Last <b>words</b> of snake_case and 2 * 3 * 4',
  ].join('\n');
  expect(listBlocks(text).map((block) => block.text)).toEqual([
    'The first paragraph has code, a link and a second line.',
    'An item of a list',
    'Another one',
    'A quote',
    'Last words of snake_case and 2 * 3 * 4',
  ]);
});

it('takes prose alone', () => {
  const text = 'OK.\n\nsrc/a/b.ts:12:13 src/c/d.ts:1:1 77\n\nThe parser drops the last line.\n\n解析器丢失了最后一行。';
  expect(listSentences({ recordId: 'r', seq: 3, text }).map((one) => one.text)).toEqual([
    'The parser drops the last line.',
    '解析器丢失了最后一行。',
  ]);
});

it('knows what each item and paragraph stands under', () => {
  const text = '## Changes\n\nBoth files:\n- a\n- b\n\nAfter.\n\n**Next**\n- c\n\n---\nLast.';
  expect(listBlocks(text).map((block) => [block.text, block.isItem, block.under])).toEqual([
    ['Both files:', false, 'Changes'],
    ['a', true, 'Both files:'],
    ['b', true, 'Both files:'],
    ['After.', false, 'Changes'],
    ['c', true, 'Next'],
    ['Last.', false, null],
  ]);
});

it('leaves the rest of the text out behind a fence that nothing closes', () => {
  expect(listBlocks('Before.\n```\ncode\nmore').map((block) => block.text)).toEqual(['Before.']);
});
