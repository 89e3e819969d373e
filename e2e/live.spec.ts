import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { first, listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { startServer } from './start-server.ts';

test('a line that an agent appends appears in the open session by itself', async ({ page }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-e2e-'));
  const watched = path.join(folder, 'projects', 'shop');
  await mkdir(watched, { recursive: true });
  const file = path.join(watched, 'live-session.jsonl');
  const talk = makeClaudeLines({ sessionId: 'live-session' });
  await writeFile(file, toFile(talk.prompt('Rename the shop'), talk.response('I look first.')));
  const server = await startServer({ folder, args: ['--watch', path.join(folder, 'projects')] });
  try {
    await expect.poll(async () => (await listSessions(server.url)).total).toBe(1);
    const session = first((await listSessions(server.url)).items, 'session');
    let loads = 0;
    page.on('load', () => (loads += 1));
    const view = await openSession(page, `${server.url}/sessions/${session.id}`);
    await expect(view.transcript).toContainText('I look first.');
    for (const text of ['Here it is.', 'Renamed everywhere.']) {
      const before = performance.now();
      await appendFile(file, toFile(talk.response(text)));
      await expect(view.transcript.getByText(text)).toBeVisible();
      const elapsed = Math.round(performance.now() - before);
      test.info().annotations.push({ type: 'appended line visible after', description: `${elapsed} ms` });
      expect(elapsed).toBeLessThan(2_000);
    }
    expect(loads).toBe(1);
  } finally {
    await page.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
