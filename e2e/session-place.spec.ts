import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { first, getSession, waitForObservers } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { pngOf } from './image-lines.ts';
import { openSession } from './session-view.ts';
import { importText, type Served } from './start-server.ts';

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

const answer = (turn: number) => `## Part ${turn}

${paragraph.repeat(turn % 6)}

| name | value |
|---|--:|
${'| row | 12 |\n'.repeat(2 + (turn % 9))}
\`\`\`ts
${'export const sum = (a: number, b: number): number => a + b;\n'.repeat(1 + (turn % 20))}\`\`\`

- one
- **two** and \`three\``;

/** A session with rows of every kind: Markdown with tables and code, failed calls with output, edits, images and subagents. */
const makeMixedSession = (turns: number): string => {
  const talk = makeClaudeLines({ sessionId: 'mixed' });
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pngOf('red').toString('base64') } };
  const lines: string[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const aside = (line: string, parentUuid: string | null) => JSON.stringify({ ...JSON.parse(line), isSidechain: true, parentUuid });
    lines.push(talk.user({ type: 'text', text: `${turn}. ${paragraph.repeat(1 + (turn % 7))}` }, ...(turn % 3 === 0 ? [image] : [])));
    lines.push(talk.call(`b${turn}`, 'Bash', { command: `npm test ${turn}` }));
    lines.push(talk.result(`b${turn}`, `Error: it failed\n${'at line\n'.repeat(turn % 12)}`, turn % 2 === 0));
    lines.push(talk.call(`e${turn}`, 'Edit', { file_path: 'a.ts', old_string: 'one\ntwo', new_string: 'one\n'.repeat(1 + (turn % 8)) }));
    lines.push(talk.result(`e${turn}`, 'done'));
    if (turn % 4 === 0) {
      const prompt = `Look into ${turn}`;
      const root = aside(talk.prompt(prompt), null);
      const { uuid } = JSON.parse(root) as { uuid: string };
      lines.push(talk.call(`t${turn}`, 'Task', { description: 'look', prompt, subagent_type: 'reviewer' }));
      lines.push(root, aside(talk.call(`s${turn}`, 'Read', { file_path: 'b.ts' }), uuid), aside(talk.result(`s${turn}`, 'text'), uuid));
      lines.push(aside(talk.response(answer(turn)), uuid), talk.result(`t${turn}`, answer(turn)));
    }
    lines.push(talk.response(answer(turn)));
  }
  return toFile(...lines);
};

/** Where the rows in view are on the screen, once nothing moves any more. */
const readTops = async (box: Locator): Promise<Map<string, number>> => {
  const read = () =>
    box.evaluate((scroller) => {
      const outer = scroller.getBoundingClientRect();
      const rows = [...scroller.querySelectorAll('[data-row]')].map((row) => ({
        key: row.getAttribute('data-row') ?? '',
        at: row.getBoundingClientRect(),
      }));
      return rows.flatMap(({ key, at }) => (at.bottom > outer.top && at.top < outer.bottom ? [[key, Math.round(at.top)] as const] : []));
    });
  let last = '';
  await expect
    .poll(
      async () => {
        const before = last;
        last = JSON.stringify(await read());
        return last === before && !last.includes('[]');
      },
      { intervals: [60] },
    )
    .toBe(true);
  return new Map(await read());
};

const writeLongSession = async (server: Served): Promise<string> => {
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

    test('rows of every kind stay under the eye while one scrolls, and nothing shifts', async ({ page, emptyServer }) => {
      test.slow();
      const { results } = await importText(emptyServer.url, 'mixed.jsonl', makeMixedSession(60));
      const { id } = first(first(results, 'result').sessions, 'session');
      // Findings of the observers have a line in the head of a phone.
      await waitForObservers(emptyServer.url);
      await page.addInitScript(() => {
        const shifted: string[] = [];
        Object.assign(window, { shifted });
        type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] };
        new PerformanceObserver((list) => {
          for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
            if (!hadRecentInput) shifted.push(...sources.map(({ node }) => `${node?.nodeName}: ${node?.textContent?.slice(0, 60)}`));
          }
        }).observe({ type: 'layout-shift' });
      });
      const subagents = Array.from({ length: 15 }, (_, at) => `c${(at + 1) * 9}`);
      const { transcript } = await openSession(page, `${emptyServer.url}/sessions/${id}?open=${subagents.join('.')}`);
      await transcript.hover();
      const listShifted = () => page.evaluate(() => (window as unknown as { shifted: string[] }).shifted);
      const [jumped, seen] = [new Array<string>(), new Set<string>()];
      const walk = async (by: number, steps: number) => {
        let before = await readTops(transcript);
        for (let step = 0; step < steps; step += 1) {
          await page.mouse.wheel(0, by);
          const after = await readTops(transcript);
          for (const key of after.keys()) seen.add(key);
          for (const [key, top] of before) {
            const now = after.get(key);
            if (now !== undefined && Math.abs(now - top + by) > 1) jumped.push(`${key}: ${top} ${now}`);
          }
          before = after;
        }
      };
      // Findings that arrive late get a tab, or a place among the filters.
      await expect(page.getByRole(name === 'phone' ? 'tab' : 'radio', { name: /^Findings/u })).toBeVisible();
      // On a phone, the first step takes the head away, and the rows glide up after it.
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(500);
      await walk(300, 2);
      const before = (await listShifted()).length;
      await walk(300, 10);
      // Upward, nothing above has its true height yet.
      await transcript.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight / 2 }));
      await walk(-300, 20);
      expect(jumped).toEqual([]);
      // Among the rows were some of a subagent.
      expect([...seen].some((key) => /^c\d+_s/u.test(key))).toBe(true);
      expect((await listShifted()).slice(before)).toEqual([]);
    });

    test('a link into 20,000 records leads to its call', async ({ page, emptyServer }) => {
      test.slow();
      const id = await writeLongSession(emptyServer);
      const { toolCalls } = await getSession(emptyServer.url, id);
      for (const share of [0.3, 0.8]) {
        const call = Math.round(toolCalls * share);
        const view = await openSession(page, `${emptyServer.url}/sessions/${id}?call=${call}`);
        await expectThere(view);
      }
    });
  });
}
