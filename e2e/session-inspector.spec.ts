import { getSession } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { makeImageLines, pngOf } from './image-lines.ts';
import { postJson } from './load.ts';
import { rows } from './observations-view.ts';
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

test('the observations of a session are listed beside its records, with what was sent to its agent', async ({ page, emptyServer }) => {
  const place = '/api/sessions/my-agent%3Alooping/tool-calls';
  const call = (n: number) => ({
    id: `c${n}`,
    name: 'Bash',
    input: { command: 'npm test' },
    result: 'Error: no such table',
    outcome: 'error',
  });
  for (const n of [1, 2, 3, 4, 5, 6]) await postJson(`${emptyServer.url}${place}`, { calls: [call(n)] });
  const session = await getSession(emptyServer.url, 'my-agent%3Alooping');
  const { inspector } = await openSession(page, `${emptyServer.url}/sessions/${session.id}?call=2`);
  await page.keyboard.press('3');
  await expect(page).toHaveURL(/[?&]tab=observations/u);
  const list = inspector.getByRole('list', { name: 'Observations' });
  await expect(list.getByRole('listitem').first()).toContainText('Open');
  const all = await list.getByRole('listitem').count();
  await expect(inspector.getByRole('tab', { name: `Observations ${all}` })).toBeVisible();
  await expect(inspector.getByRole('link', { name: 'Open in triage' })).toHaveAttribute('href', new RegExp(session.id, 'u'));
  const sent = inspector.getByRole('region', { name: 'Sent to the agent' });
  await expect(sent.getByRole('listitem').first()).toContainText(/Detector|Cascade/u);

  await inspector.getByRole('radio', { name: /^Up to #2: / }).click();
  await expect(sent).toContainText('Nothing was sent');
  await inspector.getByRole('radio', { name: `All ${all}` }).click();
  await sent.getByRole('link').first().click();
  await expect(page).not.toHaveURL(/call=2(?!\d)/u);
  await page.keyboard.press('1');
  await expect(inspector.getByRole('region', { name: 'Arguments' })).toBeVisible();

  // In triage, what was sent is listed apart from what was not.
  await page.goto(`${emptyServer.url}/observations?sent=yes`);
  await expect(rows(page).first()).toContainText(/Detector|Cascade/u);
  await expect(page.getByRole('checkbox', { name: `Yes ${await rows(page).count()}` })).toBeChecked();
});

test.describe('a session with images', () => {
  // A browser's message about an image that it does not get.
  test.use({ expectedProblem: /status of 404/u });

  test('shows them from the archive, larger on request, and the raw record comes into view', async ({ page, emptyServer }) => {
    await page.setViewportSize({ width: 1440, height: 600 });
    const { results } = await importText(emptyServer.url, 'images.jsonl', makeImageLines('images'));
    const { transcript, inspector } = await openSession(page, `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}?call=2`);
    const images = transcript.locator('img');
    await expect(images).toHaveCount(3);
    for (const image of await images.all())
      await expect.poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)).toBe(1);
    await expect(transcript.getByText('image/svg+xml')).toBeVisible();
    await expect(inspector.getByRole('region', { name: 'Result' }).getByRole('img')).toBeVisible();

    const opener = transcript.getByRole('button', { name: 'Open the image, image/png, 69 B' }).last();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await expect(dialog.getByRole('img', { name: 'Image, image/png, 69 B' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();

    await inspector.getByRole('button', { name: 'Raw record' }).click();
    await expect(inspector.locator('pre[aria-label="Raw record"]')).toBeInViewport({ ratio: 0.7 });

    const address = (await images.last().getAttribute('src')) ?? '';
    const { status, headers, body } = await page.evaluate(async (url) => {
      const response = await fetch(url);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: [...new Uint8Array(await response.arrayBuffer())],
      };
    }, address);
    expect([status, Buffer.from(body)]).toEqual([200, pngOf('blue')]);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    const svg = ((await images.first().getAttribute('src')) ?? '').replace(/0$/u, '1');
    expect(await page.evaluate(async (url) => (await fetch(url)).status, svg)).toBe(404);
  });
});
