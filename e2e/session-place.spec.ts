import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { first, listSessions } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText, type RunningServer } from './start-server.ts';

const paragraph = 'I would like to change this order, and to know what it costs, in which colors there are others, and when they come. ';

/** A chat whose texts are far longer than a row is expected to be. */
const makeLongChat = (turns: number): string => {
  const messages: object[] = [{ role: 'system', content: paragraph.repeat(30) }];
  for (let turn = 1; turn <= turns; turn += 1) {
    const id = `call_${turn}`;
    messages.push(
      { role: 'user', content: `${turn}. ${paragraph.repeat(1 + (turn % 7))}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'get_order', arguments: `{"order_id":"#W${turn}"}` } }],
      },
      { role: 'tool', tool_call_id: id, name: 'get_order', content: `{"order":${turn},"note":"${paragraph}"}` },
      { role: 'assistant', content: paragraph.repeat(2 + (turn % 5)) },
    );
  }
  return JSON.stringify({ messages });
};

/** Places of the selected row's top and bottom in the transcript's box, from 0 to 1. */
const placeIn = async (row: Locator, box: Locator): Promise<{ top: number; bottom: number }> => {
  const [inner, outer] = [await row.boundingBox(), await box.boundingBox()];
  if (!inner || !outer) return { top: -1, bottom: -1 };
  return { top: (inner.y - outer.y) / outer.height, bottom: (inner.y + inner.height - outer.y) / outer.height };
};

const writeLongSession = async (server: RunningServer): Promise<string> => {
  const folder = path.join(server.folder, 'long');
  const file = first(await writeDemoFiles(folder, { nowMs: Date.UTC(2026, 9, 1), count: 0, longSessionRecords: 20_000 }), 'file');
  const { results } = await importText(server.url, path.basename(file), await readFile(file));
  return first(first(results, 'result').sessions, 'session').id;
};

for (const [name, viewport] of Object.entries({ phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } })) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch: name === 'phone' });

    const expectThere = async (view: Awaited<ReturnType<typeof openSession>>) => {
      await expect(view.selectedRow).toBeInViewport({ ratio: 1 });
      const isThere = async () => {
        const { top, bottom } = await placeIn(view.selectedRow, view.transcript);
        return top >= 0 && bottom <= 1 && Math.abs((top + bottom) / 2 - 0.5) < 0.2;
      };
      await expect.poll(isThere).toBe(true);
      await view.transcript.page().waitForTimeout(700);
      expect(await isThere()).toBe(true);
    };

    test('a link to a call of a chat leads to it, not near it', async ({ page, emptyServer }) => {
      const { results } = await importText(emptyServer.url, 'chat.json', makeLongChat(40));
      const { id } = first(first(results, 'result').sessions, 'session');
      for (const call of [2, 17, 33]) {
        const view = await openSession(page, `${emptyServer.url}/sessions/${id}?call=${call}`);
        await expect(view.selectedRow).toContainText(`#${call}`);
        await expectThere(view);
      }
    });

    test('a link into 20,000 records leads to its call', async ({ page, emptyServer }) => {
      test.slow();
      const id = await writeLongSession(emptyServer);
      const { items } = await listSessions(emptyServer.url);
      const calls = first(items, 'session').toolCalls;
      for (const share of [0.3, 0.8]) {
        const call = Math.round(calls * share);
        const view = await openSession(page, `${emptyServer.url}/sessions/${id}?call=${call}`);
        await expectThere(view);
      }
    });
  });
}
