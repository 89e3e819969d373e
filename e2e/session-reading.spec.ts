import { first } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { importText } from './start-server.ts';

// A short id is looked for as a whole one first.
test.use({ expectedProblem: /404/u });

const talk = makeClaudeLines({ sessionId: 'abcd1234-plan' });
const long = 'import { something } from "./somewhere"; '.repeat(30);
const file = toFile(
  talk.prompt('Plan it, then do it.'),
  talk.call('q', 'AskUserQuestion', {
    questions: [
      {
        header: 'Registry',
        question: 'Which registry should the package go to?',
        options: [
          { label: 'npm, public', description: 'Anyone can install it' },
          { label: 'GitHub Packages', description: 'Only members of the organization' },
        ],
      },
      { question: 'And **when**?', options: [{ label: 'Now' }, { label: 'Tonight' }] },
    ],
  }),
  talk.result(
    'q',
    'User has answered your questions: "Which registry should the package go to?"="npm, public", "And **when**?"="After lunch". You can now continue.',
  ),
  talk.call('p', 'ExitPlanMode', { plan: `## Publish the client\n\n1. Move \`retry.ts\`\n\n${'Then wait a little. '.repeat(400)}` }),
  talk.result('p', 'User has approved your plan. You can now start coding.'),
  talk.call('r', 'ExitPlanMode', { plan: '# Skip the tests' }),
  talk.result(
    'r',
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nKeep the tests.",
    true,
  ),
  talk.call('e', 'Edit', { file_path: '/home/ada/shop/a.js', old_string: `${long}run(1);${long}`, new_string: `${long}run(2);${long}` }),
  talk.result('e', 'Updated.'),
  talk.call('t', 'mcp__notes__write', { title: 'Notes', body: 'First line\nSecond "line"' }),
  talk.result('t', 'Written.'),
  talk.call('b', 'Bash', { command: 'fetch' }),
  talk.result('b', 'get a\n 10%\r 50%\r100% of a\nexit 3', true),
  talk.response('Done.'),
);

test('a plan, questions and long texts are read where they stand, with the answers', async ({ page, emptyServer }) => {
  const { results } = await importText(emptyServer.url, 'plan.jsonl', file);
  const { id } = first(first(results, 'result').sessions, 'session');
  await page.goto(`${emptyServer.url}/sessions/${id.slice(0, 8)}?call=1`);
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}\\?call=1`, 'u'));
  await expect(page.getByText('Which registry should the package go to?').last()).toBeVisible();
  const options = page.getByRole('list', { name: 'Options' });
  await expect(options.first().getByRole('listitem').filter({ hasText: 'answer' })).toHaveText(/npm, public/u);
  await expect(page.getByText('“After lunch”')).toBeVisible();
  await expect(page.getByText('when', { exact: true })).toHaveCSS('font-weight', '600');

  await expect(page.getByRole('heading', { name: 'Publish the client' })).toBeVisible();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await expect(page.getByText('“Keep the tests.”')).toBeVisible();

  // The change of a long line, not its beginning.
  for (const changed of [/^1$/u, /^2$/u]) {
    const box = await page.locator('mark', { hasText: changed }).boundingBox();
    expect(box?.x).toBeLessThan(1_000);
  }
  await expect(page.getByText('100% of a')).toBeVisible();
  await expect(page.getByText('50%')).toHaveCount(0);

  await page.getByRole('button', { name: /mcp__notes__write/u }).click();
  await page.getByRole('button', { name: /mcp__notes__write/u }).press('Enter');
  await expect(page.getByText('Second "line"').first()).toBeVisible();
});

test('a short id that several sessions begin with names them; one that none has says so', async ({ page, emptyServer }) => {
  const lines = (sessionId: string, prompt: string) => {
    const other = makeClaudeLines({ sessionId });
    return toFile(other.prompt(prompt), other.response('Yes.'));
  };
  await importText(emptyServer.url, 'one.jsonl', lines('feedbeef-0001', 'The first of two'));
  await importText(emptyServer.url, 'two.jsonl', lines('feedbeef-0002', 'The second of two'));
  await page.goto(`${emptyServer.url}/sessions/feedbeef`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 sessions match feedbeef');
  await page.getByRole('link', { name: /The second of two/u }).click();
  await expect(page.getByRole('heading', { name: 'The second of two' })).toBeVisible();
  await page.goto(`${emptyServer.url}/sessions/feedbeef-0001/assessments`);
  await expect(page).toHaveURL(/\/sessions\/[a-z2-7]{26}\/assessments$/u);
  await page.goto(`${emptyServer.url}/sessions/feedbe11`);
  await expect(page.getByRole('heading', { name: 'Session not found' })).toBeVisible();
  await page.goto(`${emptyServer.url}/trajectories/feedbe11`);
  await expect(page.getByRole('heading', { name: 'No such trajectory' })).toBeVisible();
});
