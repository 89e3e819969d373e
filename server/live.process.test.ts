import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts } from '../lib/contracts/index.ts';
import { folderOf, isBuilt, listSessions, makeFile, makeLine, start, until, upload, useServers } from './__fixtures__/built-server.ts';

useServers();

describe.skipIf(!isBuilt)('what the built server tells by itself', () => {
  it('tells what changed, and ends within a second with a stream open', async () => {
    const { url, child, exited } = await start();
    const stream = await fetch(`${url}/api/events?topics=session`);
    const reader = stream.body!.getReader();
    const decoder = new TextDecoder();
    let heard = '';
    const listening = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) heard += decoder.decode(part.value, { stream: true });
    })().catch(() => undefined);
    await upload(url, 'a.jsonl', makeFile('s-5', 2));
    await until(async () => heard.includes('event: change'), 1_000);
    expect(heard).toMatch(/id: \d+\nevent: change\ndata: \{"cursor":"\d+","topic":"session"/);
    expect(heard).not.toContain('"topic":"import"');
    const began = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(1_000);
    await listening;
  });

  it('shows what is appended to a followed file soon after', async () => {
    const watched = path.join(folderOf(), 'watched');
    await mkdir(watched);
    const file = path.join(watched, 'a.jsonl');
    await writeFile(file, makeFile('s-7', 2));
    const { url } = await start(['--watch', watched]);
    const hasRecords = (records: number) => async () => (await listSessions(url)).items[0]?.records === records;
    await until(hasRecords(2), 5_000);
    await appendFile(file, makeLine('s-7', 2));
    const took = await until(hasRecords(3), 2_000);
    expect(took).toBeLessThan(1_000);
    const answer = contracts.imports.listWatched.response.parse(await (await fetch(`${url}/api/watched`)).json());
    expect(answer.watched).toMatchObject([{ path: watched, fromCommandLine: true, problem: null }]);
  });
});
