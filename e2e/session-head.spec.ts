import { listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

test('C and the button copy the link and say so, and so does the command that resumes the session', async ({
  page,
  emptyServer,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const talk = makeClaudeLines({ sessionId: 'resumed' });
  const { results } = await importText(emptyServer.url, 'resumed.jsonl', toFile(talk.prompt('Sum them'), talk.response('Done.')));
  await openSession(page, `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}`);
  const said = page.getByRole('status', { name: 'Link' });
  await expect(said).toBeEmpty();
  await page.keyboard.press('c');
  await expect(said).toHaveText('Copied');
  await expect(said).toBeEmpty();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(said).toHaveText('Copied');

  await page.getByRole('button', { name: 'Resume command' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('claude --resume resumed');
});

test('N and ⇧N lead through the sessions by start, and the ends have one way only', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url);
  const [newest, second, third] = items.map(({ id }) => `${demoServer.url}/sessions/${id}`);
  await openSession(page, newest ?? '');
  await expect(page.getByRole('link', { name: 'Newer session' })).toBeHidden();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(second ?? '');
  await page.getByRole('link', { name: 'Older session' }).click();
  await expect(page).toHaveURL(third ?? '');
  await expect(page.getByRole('link', { name: 'Newer session' })).toHaveAttribute('href', new URL(second ?? '').pathname);
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(second ?? '');
});
