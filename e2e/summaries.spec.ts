import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hang, openaiWire, openModelServer, write } from '../lib/models/__fixtures__/model-server.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { importText, startServer } from './start-server.ts';

test('a summary from the session to its page, back to a record, and anew', async ({ page, emptyServer }) => {
  const { url } = emptyServer;
  await page.goto(`${url}/summaries`);
  await expect(page.getByRole('heading', { name: 'No summaries yet' })).toBeVisible();
  const talk = makeClaudeLines({ sessionId: 'talk', cwd: '/home/ada/shop' });
  const lines = [
    talk.title('Repair the export'),
    talk.prompt('The export times out. Find out why.'),
    talk.response('I will run the tests of the export first.'),
    talk.call('call-1', 'Bash', { command: 'npm test' }),
    talk.result('call-1', 'not ok 2 - streams invoices\n# pass 1\n# fail 1', true),
    talk.response('The export reads every invoice at once, because the stream is missing.'),
    talk.prompt('Fix it.'),
  ];
  await importText(url, 'talk.jsonl', toFile(...lines));
  // It appears by itself, as soon as it is made.
  const list = page.getByRole('list', { name: 'Summaries' });
  await expect(list.getByText('Bash failed: “not ok 2 - streams invoices”').first()).toBeVisible({ timeout: 15_000 });
  await list.getByRole('link', { name: 'The export reads every invoice at once' }).first().click();
  await expect(page).toHaveURL(/\/sessions\/.+\?record=/u);
  await expect(page.locator('[data-row][aria-current=true]')).toContainText('The export reads every invoice at once');
  await expect(page.getByRole('navigation', { name: 'Turns' })).toContainText('The export reads every invoice at once');
  const line = page.getByRole('toolbar', { name: 'Summary of the turn' });
  await line.getByRole('button', { name: 'The export reads every invoice at once' }).click();
  await expect(page.locator('[data-row][aria-current=true]')).toContainText('The export reads every invoice at once');
  await expect(line).not.toContainText('I will run the tests');
  await line.getByRole('link', { name: 'All summaries' }).click();
  await expect(page.getByRole('button', { name: 'All sessions' })).toBeVisible();
  // A prompt that nothing answers has none, and charts of one session would have a bar each.
  await expect(list.getByRole('listitem').filter({ hasText: 'Fix it.' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Charts' })).toHaveCount(0);
  await expect(page.locator('footer')).not.toContainText('tables');
  const levels = page.getByRole('group', { name: 'How sure' });
  await expect(levels.getByRole('radio', { name: 'All' })).toContainText('1');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/sort=confidence/u);
  await expect(levels.getByRole('button', { name: 'Least sure first' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/confidence=Low/u);
  await page.keyboard.press('c');
  await expect(levels.getByRole('radio', { name: 'All' })).toBeChecked();
  await list.getByRole('button', { name: 'Regenerate' }).click();
  await expect(list.getByText('It says the same as before')).toBeVisible();
  lines.push(talk.response('I added the stream to the export.'));
  await importText(url, 'talk.jsonl', toFile(...lines));
  await expect(list.getByText('No call to support the answer')).toBeVisible({ timeout: 15_000 });
  lines.push(talk.response('The export of invoices is tested now.'));
  await importText(url, 'talk.jsonl', toFile(...lines));
  await list.getByRole('button', { name: 'Compare versions' }).click({ timeout: 15_000 });
  await expect(list.getByRole('heading', { name: 'Version 1, Medium' })).toBeVisible();
  await page.getByRole('button', { name: 'With a model' }).click();
  await expect(page.getByRole('region', { name: 'Model' })).toContainText('ANTHROPIC_API_KEY');
  await page.getByRole('textbox', { name: 'Text of summaries' }).fill('no such words');
  await expect(page.getByRole('heading', { name: 'No summaries match' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('v');
  await expect(page.getByRole('group', { name: 'Confidence by day, as a table' })).toContainText('Low');
});

test('on a phone, the first summary comes before the charts; prompts are plain words, and addresses take any case', async ({
  page,
  emptyServer: { url },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const talk = makeClaudeLines({ sessionId: 'talk', cwd: '/home/ada/shop' });
  const lines = [
    talk.prompt('# Read **all** of `src/**/*.csv` and a_b_c\n\nThen stop.'),
    talk.call('call-1', 'Bash', { command: 'npm test' }),
    talk.result('call-1', 'not ok 1 - reads\n# fail 1', true),
    talk.response('The `a_b_c` column **is** missing in two of the files, I think.'),
    talk.prompt('Go on.'),
  ];
  await importText(url, 'talk.jsonl', toFile(...lines));
  await page.goto(`${url}/summaries?confidence=low&sort=Confidence&by=bogus`);
  const list = page.getByRole('list', { name: 'Summaries' });
  await expect(list.getByRole('link', { name: 'Read all of src/**/*.csv and a_b_c Then stop.' })).toBeInViewport({ timeout: 15_000 });
  await expect(list).toContainText('The a_b_c column is missing in two of the files, I think.');
  await expect(list).toContainText('shop · Read all of src/**/*.csv and a_b_c');
  await expect(page.getByRole('radio', { name: 'Low' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Least sure first' })).toHaveAttribute('aria-pressed', 'true');
  const charts = page.getByRole('region', { name: 'Charts' });
  await expect(charts.getByRole('radio', { name: 'Over time' })).toBeHidden();
  await charts.getByRole('button', { name: 'Charts' }).click();
  await expect(charts.getByRole('radio', { name: 'Over time' })).toBeChecked();
  await expect(charts.getByRole('heading', { name: 'Confidence by day' })).toBeVisible();
  await page.goto(`${url}/`);
  await expect(page.getByRole('link', { name: 'Read all of src/**/*.csv and a_b_c' })).toBeVisible();
});

const writeSummary = (summary: string) =>
  write(JSON.stringify({ summary, tools_rationale: 'Bash ran the tests.', key_findings: 'They pass.', confidence_level: 'High' }));

test('a model is asked anew, which can be canceled, and keeps what it wrote until it answers', async ({ page }) => {
  const wire = openaiWire('small-model');
  const model = await openModelServer(wire, [writeSummary('The tests were run.'), hang, writeSummary('All tests pass.')]);
  const server = await startServer({ variables: { OPENAI_API_KEY: wire.access.key, OPENAI_BASE_URL: model.access.baseUrl } });
  try {
    await writeFile(path.join(server.folder, 'observatory.config.yaml'), 'summaries: { provider: openai, model: small-model }\n');
    const talk = makeClaudeLines({ sessionId: 'talk', cwd: '/home/ada/shop' });
    const lines = [
      talk.prompt('Run the tests.'),
      talk.call('call-1', 'Bash', { command: 'npm test' }),
      talk.result('call-1', '# pass 2', false),
      talk.response('Both pass.'),
      talk.prompt('Thank you.'),
    ];
    await importText(server.url, 'talk.jsonl', toFile(...lines));
    await page.goto(`${server.url}/summaries`);
    const list = page.getByRole('list', { name: 'Summaries' });
    const askAnew = async () => {
      await list.getByRole('button', { name: 'Regenerate' }).click();
      await page.getByRole('menuitem', { name: 'With small-model' }).click();
    };
    await expect(list).toContainText('The tests were run.', { timeout: 15_000 });
    await expect(page.getByRole('region', { name: 'Model' })).toContainText('cost not known for 1 stored summary');
    await askAnew();
    await expect(list.getByRole('status')).toHaveText('Asking small-model…');
    await expect.poll(() => model.received.length).toBe(2);
    await list.getByRole('button', { name: 'Cancel' }).click();
    await expect(list.getByRole('button', { name: 'Regenerate' })).toBeVisible();
    await expect(list).toContainText('The tests were run.');
    await askAnew();
    await expect(list).toContainText('All tests pass.');
    await list.getByRole('button', { name: 'Compare versions' }).click();
    await expect(list.getByRole('heading', { name: 'Version 1, High' })).toBeVisible();
  } finally {
    await page.close();
    await server.stop();
    await model.close();
  }
});
