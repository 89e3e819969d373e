import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

test('arguments with line breaks are shown as text, each by its name, before the JSON', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'argument-texts' });
  const input = { file_path: 'sum.ts', edits: [{ old_string: 'one line', new_string: 'first line\nsecond line' }] };
  const lines = toFile(talk.prompt('Sum them'), talk.call('c1', 'MultiEdit', input), talk.result('c1', 'done'));
  const { results } = await importText(emptyServer.url, 'argument-texts.jsonl', lines);
  const { inspector } = await openSession(page, `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}?call=1`);
  await expect(inspector.getByRole('region', { name: 'edits[0].new_string' })).toContainText('2 lines');
  await expect(inspector.getByRole('region', { name: 'edits[0].new_string' }).getByText(/^first line\nsecond line$/u)).toBeVisible();
  await expect(inspector.getByRole('region', { name: 'Arguments' })).toContainText(String.raw`"first line\nsecond line"`);
  await expect(inspector.getByRole('region')).toHaveCount(4);
});
