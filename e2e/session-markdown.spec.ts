import type { Page } from '@playwright/test';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

const code = 'export const sum = (a: number, b: number): number => a + b; // both';

const answer = `## What changed

Two things in \`lib/sum.ts\`, see [the issue](https://example.com/issues/7?ref=1):

| file | lines |
|---|--:|
| sum.ts | 12 |

\`\`\`ts
${code}
\`\`\`

![a chart](https://example.com/chart.png) <b onclick="alert(1)">not bold</b> [local](src/a.ts:12)`;

type Answer = { page: Page; url: string; sessionId: string; text: string };

const openAnswer = async ({ page, url, sessionId, text }: Answer) => {
  const talk = makeClaudeLines({ sessionId });
  const { results } = await importText(url, `${sessionId}.jsonl`, toFile(talk.prompt('Sum them'), talk.response(text)));
  return openSession(page, `${url}/sessions/${results[0]?.sessions[0]?.id}`);
};

test('an answer is drawn as Markdown, fetches nothing, and M shows it as it was written', async ({ page, emptyServer }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(emptyServer.url)) outside.push(request.url());
  });
  const { transcript } = await openAnswer({ page, url: emptyServer.url, sessionId: 'markdown', text: answer });
  await expect(transcript.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await expect(transcript.getByRole('cell', { name: 'sum.ts' })).toBeVisible();
  await expect(transcript.getByRole('link', { name: 'the issue' })).toHaveAttribute('rel', /noreferrer/u);
  await expect(transcript.getByText('(https://example.com/issues/7?ref=1)')).toBeVisible();
  await expect(transcript.getByText('<b onclick="alert(1)">not bold</b>')).toBeVisible();
  await expect(transcript.getByRole('link')).toHaveText(['the issue', 'Image: a chart']);
  await expect(transcript.locator('img')).toHaveCount(0);
  await expect(transcript.locator('.hljs-keyword').first()).toHaveText('export');
  expect(outside).toEqual([]);

  await page.keyboard.press('m');
  await expect(transcript.getByText('## What changed')).toBeVisible();
  await expect(page).toHaveURL(/[?&]text=raw/u);
  await page.getByRole('button', { name: 'Show Markdown' }).click();
  await expect(transcript.getByRole('heading', { name: 'What changed' })).toBeVisible();
});

test('code is copied as it was written', async ({ page, emptyServer, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { transcript } = await openAnswer({ page, url: emptyServer.url, sessionId: 'copied-code', text: `\`\`\`ts\n${code}\n\`\`\`` });
  await transcript.getByRole('button', { name: 'Copy the code' }).click();
  await expect(transcript.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('what is looked for is marked in Markdown, and across its parts in the text as written', async ({ page, emptyServer }) => {
  const { transcript } = await openAnswer({ page, url: emptyServer.url, sessionId: 'marked-markdown', text: '**One** of `many` words.' });
  await page.keyboard.press('/');
  const find = page.getByRole('textbox', { name: 'Find in this session' });
  await find.fill('many');
  await expect(transcript.locator('mark')).toHaveText('many');
  await expect(transcript.getByText('**One**')).toHaveCount(0);
  await find.fill('One** of');
  await expect(transcript.locator('mark')).toHaveText('One** of');
});

test('an answer of some pages is read without a click', async ({ page, emptyServer }) => {
  const text = `# Long\n\n${'- A finding, with what it means for the change, and where.\n'.repeat(220)}\n## The end of it`;
  const { transcript } = await openAnswer({ page, url: emptyServer.url, sessionId: 'pages-of-markdown', text });
  await expect(transcript.getByRole('heading', { name: 'The end of it' })).toBeAttached();
  await expect(transcript.getByRole('button', { name: /^show all/u })).toHaveCount(0);
});

test('a very long answer is loaded whole when it is opened, and one that is no Markdown in bounds stays text', async ({
  page,
  emptyServer,
}) => {
  const long = `# Long\n\n${'A sentence of the answer, which goes on. '.repeat(700)}\n\n## The end of it`;
  const { transcript } = await openAnswer({ page, url: emptyServer.url, sessionId: 'long-markdown', text: long });
  await expect(transcript.getByRole('heading', { name: 'Long' })).toBeVisible();
  // The text that came with the row is shown without a click.
  expect((await transcript.innerText()).length).toBeGreaterThan(14_000);
  await transcript.getByRole('button', { name: /^show all, 28/u }).click();
  await expect(transcript.getByRole('heading', { name: 'The end of it' })).toBeVisible();
});

test('footnotes lead to their notes and back, each within its own answer', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'footnotes' });
  const text = (name: string) => `${name} holds[^1].\n\n[^1]: Proof of ${name} <b>in HTML</b>`;
  const lines = toFile(talk.prompt('Prove them'), talk.response(text('Alpha')), talk.prompt('And?'), talk.response(text('Beta')));
  const { results } = await importText(emptyServer.url, 'footnotes.jsonl', lines);
  const { transcript } = await openSession(page, `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}`);
  const notes = transcript.getByRole('note', { name: 'Footnote 1' });
  await expect(notes).toContainText(['Proof of Alpha <b>in HTML</b>', 'Proof of Beta <b>in HTML</b>']);
  const before = page.url();
  await transcript.getByRole('link', { name: 'Footnote 1', exact: true }).nth(1).click();
  await expect(notes.nth(1)).toBeFocused();
  await notes.nth(1).getByRole('link', { name: 'Back to reference 1 of footnote 1' }).click();
  await expect(transcript.getByRole('link', { name: 'Footnote 1', exact: true }).nth(1)).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');
  expect(new URL(page.url()).pathname).toBe(new URL(before).pathname);
});
