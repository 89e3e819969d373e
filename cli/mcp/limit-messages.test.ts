import { expect, it } from 'vitest';
import { makeMessageLimit } from './limit-messages.ts';

const send = async (chunks: readonly string[], maxBytes = 100) => {
  const errors: unknown[] = [];
  const limit = makeMessageLimit(maxBytes, (error) => errors.push(JSON.parse(error)));
  for (const chunk of chunks) limit.write(chunk);
  limit.end();
  const passed = ((await limit.toArray()) as Buffer[]).map(String);
  return { passed, errors };
};

it('passes messages on whole, in whatever parts they arrive', async () => {
  expect(await send(['{"id"', ':1}\n{"i', 'd":2}\n', '{"id":3}\n{"id":4}'])).toEqual({
    passed: ['{"id":1}\n', '{"id":2}\n', '{"id":3}\n'],
    errors: [],
  });
});

it.each([
  [['{"jsonrpc":"2.0","id":7,"params":"', 'x'.repeat(5_000), '"}\n'], 7],
  [
    [
      '{"method":"tools/call","params":{"id":1,"text":"',
      ...Array.from({ length: 50 }, () => 'x'.repeat(100)),
      '"},"jsonrpc":"2.0","id":"a"}\n',
    ],
    'a',
  ],
  [[`{"params":"${'x'.repeat(101)}","id":8,"more":[]}\n`], null],
  [[`{"id":01,"params":"${'x'.repeat(101)}"}\n`], null],
  [[`{"id":"\\x","params":"${'x'.repeat(101)}"}\n`], null],
])('answers one that is too long, and goes on: %#', async (chunks, id) => {
  const { passed, errors } = await send([...chunks, '{"id":9}\n']);
  expect(passed).toEqual(['{"id":9}\n']);
  expect(errors).toEqual([
    { jsonrpc: '2.0', id, error: { code: -32_600, message: expect.stringMatching(/has \d+ bytes; the maximum is 100/u) as string } },
  ]);
});
