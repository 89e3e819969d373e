import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { getJson, withServer } from './server.ts';

const starts = 5;
const requests = 1_000;
const uploadBytes = 1024 ** 3;

/** Milliseconds from the start of a server until it has answered one request. */
const timeStart = (folder: string, place: string): Promise<number> => {
  const startedAt = performance.now();
  return withServer({ folder }, async ({ url }) => {
    const answer = await fetch(`${url}${place}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET ${place}: ${answer.status}`);
    return performance.now() - startedAt;
  });
};

const timeStarts = async (folder: string, place: string): Promise<number> => {
  const taken: number[] = [];
  for (let at = 0; at < starts; at += 1) taken.push(await timeStart(folder, place));
  return quantile(taken, 0.5);
};

const timeRequests = async (url: string): Promise<number> => {
  const taken: number[] = [];
  for (let at = 0; at < requests; at += 1) {
    const from = performance.now();
    await getJson(url);
    if (at >= requests / 4) taken.push(performance.now() - from);
  }
  return quantile(taken, 0.5);
};

const readPeakMb = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/u.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Sends a text that is no session, so that only receiving and storing it count. */
const upload = async (url: string): Promise<void> => {
  const request = http.request(url, { method: 'POST', headers: { 'content-length': uploadBytes }, agent: false });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  const chunk = Buffer.alloc(1024 * 1024, 'no trajectory\n');
  for (let sent = 0; sent < uploadBytes; sent += chunk.length) if (!request.write(chunk)) await once(request, 'drain');
  request.end();
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 201) throw new Error(`The upload was answered with ${response.statusCode}.`);
};

/** From the start of the server to its first answers, what an empty request takes, and an upload of 1 GB. */
export const measureServe = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const figures = [
      atMost('serve: from the start to the first answer, p50', await timeStarts(folder, '/api/health'), 2_500, 'ms'),
      atMost('serve: from the start to the first page, p50', await timeStarts(folder, '/sessions'), 3_000, 'ms'),
    ];
    await withServer({ folder }, async ({ url, pid }) => {
      figures.push(atMost('serve: an empty request, p50', await timeRequests(`${url}/api/searches`), 3, 'ms'));
      const before = process.platform === 'linux' ? await readPeakMb(pid) : Number.NaN;
      const from = performance.now();
      await upload(`${url}/api/imports?name=large.txt`);
      figures.push(atMost('serve: an upload of 1 GB', (performance.now() - from) / 1_000, 30, 's'));
      if (process.platform === 'linux')
        figures.push(atMost('serve: an upload of 1 GB, memory', (await readPeakMb(pid)) - before, 120, 'MB'));
    });
    return figures;
  });
