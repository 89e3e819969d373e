import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { benchNowMs, inFolder, openArchive, writeLongSession } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { getJson, longestSession, withServer } from './server.ts';

const timeGet = async (url: string): Promise<number> => {
  const startedAt = performance.now();
  await getJson(url);
  return performance.now() - startedAt;
};

const timesOf = async (urls: readonly string[], times: number): Promise<number[]> => {
  const taken: number[] = [];
  for (let round = 0; round < times; round += 1) for (const url of urls) taken.push(await timeGet(url));
  return taken;
};

const p95 = async (urls: readonly string[], times: number): Promise<number> => quantile(await timesOf(urls, times), 0.95);

/** Bar 8 at 1,000 sessions, and what bar 1 says of other requests while a file is uploaded. */
export const measureLists = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const archive = openArchive(path.join(folder, 'observatory.db'));
    for (const file of await writeDemoFiles(path.join(folder, 'files'), { nowMs: benchNowMs, count: 1_000 }))
      await archive.importPath(file);
    await archive.importPath(await writeLongSession(path.join(folder, 'long'), 20_000));
    await archive.close();
    const upload = await writeLongSession(path.join(folder, 'upload'), 40_500);
    return withServer({ folder }, async ({ url }) => {
      const list = (query: string) => `${url}/api/sessions?${query}`;
      const sorts = ['started', 'title', 'duration', 'calls', 'errors', 'tokens', 'cost'].map((sort) => list(`sort=${sort}&limit=50`));
      const filters = ['hasErrors=true', 'q=rounding', 'project=gantry', 'model=claude-opus-4-7'].map(list);
      const session = `${url}/api/sessions/${await longestSession(url)}`;
      const parts = ['', '/overview', '/turns', '/rows', '/records?from=10000&limit=100'].map((part) => session + part);
      const finds = ['export', 'not%20in%20any%20record', 'e'].map((text) => `${session}/find?limit=20000&q=${text}`);
      await p95([...sorts, ...filters, ...parts, ...finds], 2);
      const lists = await p95([...sorts, ...filters], 10);
      const session95 = await p95(parts, 15);
      const find = quantile(await timesOf(finds, 10), 0.5);
      const meanwhile: number[] = [];
      const finished = new AbortController();
      const body = Readable.toWeb(createReadStream(upload)) as ReadableStream;
      const headers = { 'content-type': 'application/octet-stream', origin: url };
      const done = fetch(`${url}/api/imports?name=upload.jsonl`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit).then(
        (response) => {
          finished.abort();
          if (!response.ok) throw new Error(`the upload was answered with ${response.status}`);
        },
      );
      while (!finished.signal.aborted) meanwhile.push(await timeGet(sorts[0] ?? url));
      await done;
      return [
        atMost('8 1,000 sessions: list, filters and sorts, p95', lists, 200, 'ms'),
        atMost('8 a session of 20,000 records: header, overview, turns, rows, records, p95', session95, 200, 'ms'),
        atMost('8 a text found in a session of 20,000 records, median', find, 50, 'ms'),
        atMost(`1 list while 40,500 records are imported, p95 of ${meanwhile.length}`, quantile(meanwhile, 0.95), 100, 'ms'),
      ];
    });
  });
