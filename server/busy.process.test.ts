import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { keepAsking, makeLargeFile, postCall, postTool, postTriage } from '../e2e/load.ts';
import { importText } from '../e2e/start-server.ts';
import { folderOf, isBuilt, makeHome, runImport, start, useImports } from './__fixtures__/imports.ts';

useImports();

const created = z.object({ observations: z.array(z.object({ id: z.string() })) });

describe.skipIf(!isBuilt)('two servers on one database', () => {
  it('answer every call and action while one of them and a command import', { timeout: 180_000 }, async () => {
    const home = await makeHome('home');
    const [first, second] = [await start(home), await start(home)];
    const bytes = 8_000_000;
    const file = path.join(folderOf(), 'by-command.jsonl');
    await writeFile(file, makeLargeFile('by-command', bytes));
    const report = { operation: 'create', observer: 'Reviewer', content: 'A thing', severity: 'high' };
    const { observations } = created.parse(await (await postTool(first.url, report)).json());
    const id = observations[0]?.id ?? '';
    const asked = [
      keepAsking((count) => postCall(first.url, 'agents:first', count)),
      keepAsking((count) => postCall(second.url, 'agents:second', count)),
      keepAsking((count) => postTriage(second.url, id, count)),
    ];
    const [byPage, byCommand] = await Promise.all([
      importText(first.url, 'by-page.jsonl', makeLargeFile('by-page', bytes)),
      runImport(home, file),
    ]);
    expect([byPage.results[0]?.status, byCommand.code]).toEqual(['imported', 0]);
    for (const { statuses } of await Promise.all(asked.map((one) => one.stop()))) {
      expect(Object.keys(statuses)).toEqual(['200']);
      expect(statuses[200]).toBeGreaterThan(10);
    }
  });

  it('store the same observation each time that either is told of it, and answer meanwhile', { timeout: 180_000 }, async () => {
    const home = await makeHome('home');
    const [first, second] = [await start(home), await start(home)];
    const observations = Array.from({ length: 10_000 }, () => ({ observer: 'Reviewer', content: 'The same again', severity: 'low' }));
    const reads = keepAsking(() => fetch(`${second.url}/api/sessions`));
    const report = async ({ url }: { url: string }) => (await postTool(url, { operation: 'create_batch', observations })).status;
    for (let round = 0; round < 2; round += 1) expect(await Promise.all([first, second].map(report))).toEqual([200, 200]);
    expect(Object.keys((await reads.stop()).statuses)).toEqual(['200']);
    const list: unknown = await (await fetch(`${first.url}/api/observations`)).json();
    expect(list).toMatchObject({ total: 1, items: [{ seen: 40_000 }] });
  });
});
