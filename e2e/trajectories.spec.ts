import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDemoTrajectory } from '../db/demo/weakincentives/write-trajectory.ts';
import { expect, test } from './fixtures.ts';
import { importText } from './start-server.ts';

test('one sees at which render the prompt changed, what the state was, and what became of it', async ({
  page,
  emptyServer: { url, folder },
}) => {
  await page.goto(`${url}/trajectories`);
  await expect(page.getByRole('heading', { name: 'No trajectories' })).toBeVisible();
  const file = await writeDemoTrajectory(path.join(folder, 'demo'), Date.UTC(2026, 9, 1, 12));
  await importText(url, 'weakincentives/release-notes.jsonl', await readFile(file));

  // The page follows the import.
  const group = page.getByRole('region', { name: 'demo/release-notes:latest' });
  await expect(group).toContainText('1 trajectory, 20 snapshots');
  await group.getByRole('link').click();
  await expect(page.getByText('The prompt changed 2 times in 20 snapshots: at 12 section rules changed')).toBeVisible();
  await page.getByRole('button', { name: '12', exact: true }).click();
  await expect(page).toHaveURL(/[?&]at=12/u);
  await expect(page.getByRole('button', { name: /^Snapshot 12: prompt changed: section rules changed/u })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  const tree = page.getByRole('tree', { name: 'Snapshot 12' });
  await page.keyboard.press('/');
  await page.keyboard.type('RULES');
  const search = page.getByRole('search', { name: 'Find in this snapshot' });
  await expect(search.getByRole('status')).toHaveText(/\d+ found$/u);
  await page.keyboard.press('Enter');
  await expect(search.getByRole('status')).toHaveText(/^1 of /u);
  await expect(tree.getByRole('treeitem', { selected: true })).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Value' })).toContainText('/slices/');
  await page.keyboard.press('Escape');
  await expect(tree).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/path=%2F(?:tags|policies)|path=\/(?:tags|policies)/u);

  await page.keyboard.press('d');
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  await expect(changes.getByRole('region', { name: 'Plan' })).toContainText('/items/0/left');
  await expect(changes.getByRole('region', { name: 'Text of the prompt' })).toContainText('One sentence for each change');
  await page.keyboard.press('n');
  await expect(changes.getByRole('status')).toHaveText(/^change 1 of /u);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/at=13&.*from=12/u);
  await page.keyboard.press('/');
  await expect(search.getByRole('textbox')).toBeFocused();
  await expect(page).not.toHaveURL(/from=/u);

  await page.goto(`${page.url().split('?')[0] ?? ''}?at=99`);
  await expect(page.getByText('There is no snapshot 99: this trajectory has 20 snapshots. Snapshot 20 is shown')).toBeVisible();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await page.getByRole('link', { name: 'Trajectory', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/trajectories\//u);

  // The same session under another id, whose last prompt is another one.
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const other = [...lines.slice(0, -1), lines.at(-1)?.replaceAll('"key": "release-notes"', '"key": "changelog"')].join('\n');
  await importText(url, 'weakincentives/other.jsonl', other.replaceAll(/"session_id": "[0-9a-f]{8}/gu, '"session_id": "00000000'));
  await page.goto(`${url}/trajectories`);
  const refused = page.getByRole('region', { name: 'Sessions that are no trajectory' });
  await expect(refused).toContainText('snapshot 20 is of the prompt demo/changelog:latest');
  // A prompt's filter keeps the sessions that name it and have a flaw.
  await page.getByRole('textbox', { name: 'Namespace, key or tag' }).fill('release');
  await expect(page.getByRole('region', { name: 'demo/release-notes:latest, no trajectory' })).toContainText('snapshot 20 is of');
  await page.getByRole('button', { name: 'Clear namespace, key or tag' }).click();
  await refused.getByRole('button', { name: 'Split' }).click();
  const notice = page.getByRole('status', { name: 'Last action' });
  await expect(notice).toContainText('Split into 2 parts.');
  await expect(page.getByRole('region', { name: 'demo/changelog:latest' })).toContainText('1 trajectory, 1 snapshot');
  await expect(refused).toBeHidden();
  await page.keyboard.press('u');
  await expect(refused).toBeVisible();
});

test('a snapshot of 40,000 slices is drawn, and a secret in a text that changed is underlined', async ({ page, emptyServer: { url } }) => {
  const secret = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  const slices = Array.from({ length: 40_000 }, (_, at) => ({ slice_type: `app:Slice${at}`, item_type: 'app:Slice', items: [] }));
  const toLine = (second: number, text: string): string => {
    const note = { slice_type: 'app:Note', item_type: 'app:Note', items: [{ text }] };
    const tags = { session_id: '33333333-2222-4333-8444-555555555555', round: text.slice(0, 5) };
    return JSON.stringify({ version: '1', created_at: `2026-02-03T10:00:0${second}`, slices: [note, ...slices], tags });
  };
  const lines = [toLine(1, `first line\nkey ${secret}\nlast line`), toLine(2, `other line\nkey ${secret} of the agent\nlast line`)];
  await importText(url, 'weakincentives/wide.jsonl', `${lines.join('\n')}\n`);
  await page.goto(`${url}/trajectories`);
  await page.getByRole('region', { name: 'Prompt not known' }).getByRole('link').click();
  await expect(page.getByText('from a dump of renders')).toBeVisible();
  const second = page.getByRole('button', { name: 'Snapshot 2: tags changed; Note changed' });
  await second.click();
  expect(await page.locator('[data-slice]').count()).toBeLessThan(200);
  const tree = page.getByRole('tree', { name: 'Snapshot 2' });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree.getByRole('treeitem', { selected: true })).toBeInViewport();
  await page.keyboard.press('d');
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  const note = changes.getByRole('region', { name: 'Note' });
  await expect(note.locator('[data-secret="anthropic-key"]')).toHaveText([secret, secret]);
  await expect(changes.getByRole('region', { name: 'Unchanged' })).toContainText('40,000 unchanged slices');
});
