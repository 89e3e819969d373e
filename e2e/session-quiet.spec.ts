import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

const calls = 5;

/** A rollout as Codex writes it: between the calls there are counts of tokens and encrypted reasoning; one event is not known. */
const makeRollout = (): string => {
  let second = 0;
  const line = (type: string, payload: object) => {
    second += 1;
    return JSON.stringify({ timestamp: new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString(), type, payload });
  };
  const lines = [
    line('session_meta', {
      id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
      cwd: '/home/ada/shop',
      originator: 'codex_cli_rs',
      cli_version: '0.50.0',
    }),
    line('event_msg', { type: 'user_message', message: 'Which files name the coupon?' }),
  ];
  for (let call = 1; call <= calls; call += 1) {
    const call_id = `call_${call}`;
    lines.push(
      line('response_item', { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }),
      line('response_item', { type: 'function_call', name: 'read_file', arguments: `{"path":"src/${call}.ts"}`, call_id }),
      line('event_msg', { type: 'token_count', info: null }),
      line('response_item', { type: 'function_call_output', call_id, output: '{"output":"coupon","metadata":{"exit_code":0}}' }),
    );
    if (call === 3) lines.push(line('event_msg', { type: 'weather_report', sky: 'grey' }));
  }
  const summary = [{ type: 'summary_text', text: '**Counting** those that `name` it.' }];
  lines.push(line('response_item', { type: 'reasoning', summary }), line('event_msg', { type: 'agent_message', message: 'All five.' }));
  return `${lines.join('\n')}\n`;
};

test('quiet records and warm-ups are hidden behind a toggle, and neither get lost: they open, have links, and are led to', async ({
  page,
  emptyServer,
}) => {
  const { results } = await importText(emptyServer.url, 'rollout.jsonl', makeRollout());
  const id = results[0]?.sessions[0]?.id ?? '';
  const url = `${emptyServer.url}/sessions/${id}`;
  const view = await openSession(page, url);
  await expect(view.transcript.getByText('5 calls')).toBeVisible();
  await expect(view.transcript.getByText('Counting those that name it.')).toBeVisible();
  // The toggle is in the address, so that a link shows what its sender saw.
  const toggle = page.getByRole('button', { name: /12 (?:hidden|quiet) records/u });
  const fold = view.transcript.getByRole('button', { name: /^11 quiet records/ });
  await expect(toggle).toHaveText('12hidden records');
  await expect(fold).toBeHidden();
  await expect(view.transcript.getByText('session_meta')).toBeHidden();
  await toggle.click();
  await expect(page).toHaveURL(/quiet=shown/u);
  await expect(fold).toContainText('token_count ×5');
  await expect(view.transcript.getByText('session_meta')).toBeVisible();
  await expect(view.transcript.getByText('1 unrecognized')).toBeHidden();
  await expect(view.transcript.getByText('unrecognized')).toBeVisible();

  // Each step has reached the address before the next one.
  let last: string | null = null;
  const readRecord = () => new URL(page.url()).searchParams.get('record');
  const expectRow = async (text: string) => {
    await expect(view.selectedRow).toContainText(text);
    await expect.poll(readRecord).not.toBe(last);
    last = readRecord();
  };
  await fold.click();
  await expect(view.transcript.getByRole('button', { name: /^token_count/ })).toHaveCount(5);
  await expectRow('reasoning without text');
  await page.keyboard.press('j');
  await expectRow('token_count');
  await page.keyboard.press('k');
  await expectRow('reasoning without text');
  await page.keyboard.press('k');
  await expectRow('Which files');

  await page.goto(url);
  await page.getByRole('button', { name: '1 unrecognized record' }).click();
  await expect(view.selectedRow).toContainText('weather_report');
  await expect(view.inspector).toContainText('weather_report');
  await expect(page).toHaveURL(/record=/u);
  const record = new URL(page.url()).searchParams.get('record');
  await page.goto(`${url}?record=${record}`);
  await expect(view.selectedRow).toContainText('11 quiet records');
  await expect(view.inspector).toContainText('weather_report');
  await expect(view.transcript.getByText('session_meta')).toBeHidden();

  // Found records are shown, whether they are hidden or not.
  await page.goto(`${url}?find=weather`);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(view.selectedRow).toContainText('weather_report');

  const quietOnly = makeRollout().replaceAll('0199aaaa', '0199cccc').split('\n').slice(0, 1);
  const other = await importText(emptyServer.url, 'quiet.jsonl', toFile(...quietOnly));
  await page.goto(`${emptyServer.url}/sessions/${other.results[0]?.sessions[0]?.id ?? ''}`);
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(view.transcript.getByText('session_meta')).toBeVisible();

  const lines = makeClaudeLines({ sessionId: 'warm' });
  await importText(emptyServer.url, 'warm.jsonl', toFile(lines.prompt('Warmup'), lines.response('Ready.')));
  await page.goto(`${emptyServer.url}/sessions`);
  await expect(page.locator('[data-session-link]')).toHaveCount(2);
  await expect(page.getByText('3 sessions on this machine, hidden warm-ups included')).toBeVisible();
  await page.getByRole('button', { name: '1 hidden warm-up' }).click();
  await expect(page.locator('[data-session-link]')).toHaveCount(3);
  await expect(page).toHaveURL(/warmups=true/u);
});
