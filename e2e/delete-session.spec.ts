import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

// The page that is about to be left hears of the deletion, and asks once more.
test.use({ expectedProblem: /404 \(Not Found\) \S*\/api\/sessions\// });

test('a session is deleted from its page after a look at what that takes', async ({ page, emptyServer: { url } }) => {
  const talk = makeClaudeLines({ sessionId: 'gone' });
  const { results } = await importText(url, 'gone.jsonl', toFile(talk.prompt('Use quasar7tokens'), talk.response('Done.')));
  const id = results[0]?.sessions[0]?.id ?? '';
  await openSession(page, `${url}/sessions/${id}`);
  await page.getByRole('button', { name: 'Delete this session' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this session?' });
  await expect(dialog.getByText(/^1 session with 2 records and 0 observations \(/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Delete this session' }).filter({ visible: true }).click();
  await dialog.getByRole('button', { name: 'Delete session' }).click();
  await expect(page).toHaveURL(`${url}/sessions`);
  await expect(page.getByRole('status', { name: 'Last action' })).toContainText('Deleted 1 session with 2 records');
  await expect(page.getByText('Use quasar7tokens')).toHaveCount(0);
  expect((await fetch(`${url}/api/sessions/${id}`)).status).toBe(404);
  expect(await (await fetch(`${url}/api/search?q=quasar7tokens`)).json()).toMatchObject({ total: 0 });
});
