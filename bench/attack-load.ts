import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { openStore } from '../db/open-store.ts';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { keepAsking, postCall, postJson, type Answers } from '../e2e/load.ts';
import { sendJson, startServer } from '../e2e/start-server.ts';
import { importDetail } from '../lib/domain/import.ts';
import { sessionIdOf } from '../lib/session/ids.ts';
import { benchNowMs, inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';

const largeArchive = { sessions: 40, longSession: 20_000 };
const [readers, agents, appended, streams] = [6, 3, 8, 3];
/** Pauses of one worker after a request: people and agents think, and the load must not be all that the machine does. */
const thinkMs = { read: 60, report: 150, append: 400, upload: 1_200, form: 10_000 };
const filesOfForm = 20;
const linesPerFile = 60;
const sampleMs = 250;

/** Lists, searches, and views of one session (`ID`), as pages and tools ask for them. */
const addresses: readonly string[] = [
  ...['/api/sessions?limit=50', '/api/sessions?limit=100&sort=calls', '/api/sessions/facets', '/api/sessions/ID', '/api/sessions/ID/rows'],
  ...[
    '/api/sessions/ID/records?from=0&limit=200',
    '/api/sessions/ID/turns',
    '/api/sessions/ID/tool-calls?limit=200',
    '/api/sessions/ID/overview',
  ],
  ...[
    '/api/sessions/ID/find?q=error',
    '/api/sessions/ID/assessments',
    '/api/sessions/ID/assessment.md',
    '/api/sessions/ID/export?format=markdown',
  ],
  ...['/api/search?q=error', '/api/search?q=test%20failed&limit=50', '/api/search/sessions?q=build', '/api/search/facets?q=file'],
  ...['/api/observations?limit=50', '/api/observations/groups?limit=50', '/api/observations/facets', '/api/observations/export'],
  ...[
    '/api/metrics/report',
    '/api/metrics/cohorts',
    '/api/metrics/turns',
    '/api/imports',
    '/api/summaries?limit=50',
    '/api/summaries/analytics',
  ],
  ...['/api/retrievals', '/api/trajectories', '/api/deliveries', '/api/data', '/api/observers', '/api/health'],
];

const sessionsPage = z.object({ items: z.array(z.object({ id: z.string() })) });

type Sample = { rssMb: number; descriptors: number };

const sampleProcess = async (pid: number): Promise<Sample> => {
  const [status, descriptors] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readdir(`/proc/${pid}/fd`)]);
  return { rssMb: Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? Number.NaN) / 1024, descriptors: descriptors.length };
};

/** Processor time of a process so far, in seconds; Linux counts 100 ticks a second. */
const readProcessorSeconds = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Seconds that the thread of a process that answers requests ran so far, and those that it was ready to and had no processor. */
const readSchedule = async (pid: number): Promise<{ ran: number; waited: number }> => {
  const [ran = Number.NaN, waited = Number.NaN] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ').map(Number);
  return { ran: ran / 1e9, waited: waited / 1e9 };
};

/** Acknowledged data: lines on disk by session, reported calls by agent, and records of uploaded sessions. */
type Acknowledged = { lines: Map<string, number>; calls: Map<string, number>; uploads: Map<string, number> };

/** Writes lines to files of a followed folder until the signal aborts. */
const appendLines = async (folder: string, { lines }: Acknowledged, signal: AbortSignal): Promise<void> => {
  const talks = Array.from({ length: appended }, (_, at) => ({
    id: `appended-${at}`,
    talk: makeClaudeLines({ sessionId: `appended-${at}` }),
  }));
  await Promise.all(
    talks.map(async ({ id, talk }) => {
      for (let count = 0; !signal.aborted; count += 1) {
        const call = `${id}-c${count}`;
        const added =
          count % 10 === 0
            ? [talk.prompt(`Do step ${count}`)]
            : [
                talk.call(call, 'Bash', { command: `make step-${count}` }),
                talk.result(call, `step ${count} done `.repeat(40), count % 7 === 0),
              ];
        await appendFile(path.join(folder, `${id}.jsonl`), toFile(...added));
        lines.set(id, (lines.get(id) ?? 0) + added.length);
        await setTimeout(thinkMs.append);
      }
    }),
  );
};

const makeUpload = (name: string): string => {
  const talk = makeClaudeLines({ sessionId: name });
  return toFile(
    talk.prompt(`Go on with ${name}`),
    ...Array.from({ length: linesPerFile - 1 }, (_, at) => talk.response(`Step ${at} of it`)),
  );
};

const noteUploads = async (response: Response, { uploads }: Acknowledged): Promise<Response> => {
  const { results } = importDetail.parse(await response.clone().json());
  for (const { path: name, status } of results) if (status === 'imported') uploads.set(path.basename(name, '.jsonl'), linesPerFile);
  return response;
};

const uploadOne = async (url: string, count: number, done: Acknowledged): Promise<Response> => {
  const name = `uploaded-${count}`;
  return noteUploads(await fetch(`${url}/api/imports?name=${name}.jsonl`, { method: 'POST', body: makeUpload(name) }), done);
};

const uploadForm = async (url: string, count: number, done: Acknowledged): Promise<Response> => {
  const form = new FormData();
  for (let at = 0; at < filesOfForm; at += 1)
    form.append('file', new Blob([makeUpload(`form-${count}-${at}`)]), `form-${count}-${at}.jsonl`);
  return noteUploads(await fetch(`${url}/api/imports`, { method: 'POST', body: form }), done);
};

/** Reads change events as an open page does, until the signal aborts. */
const readEvents = async (url: string, signal: AbortSignal): Promise<void> => {
  try {
    const { body } = await fetch(`${url}/api/events`, { signal });
    await body?.pipeTo(new WritableStream(), { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Appended lines are read within moments, also on a busy machine. */
const readWithinMs = 30_000;

/** Records that the archive lacks of what was acknowledged, once it had time to read what was appended. */
const countLost = async (databaseFile: string, { lines, calls, uploads }: Acknowledged): Promise<number> => {
  const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
  const count = async (): Promise<number> => {
    let lost = 0;
    for (const [name, known] of [...lines, ...uploads]) {
      const session = await store.findSession(sessionIdOf('claude-code', name));
      lost += Math.max(0, known - (session?.records ?? 0));
    }
    for (const [name, known] of calls) {
      const session = await store.findSession(sessionIdOf('agents', name));
      lost += Math.max(0, known - (session?.toolCalls ?? 0));
    }
    return lost;
  };
  try {
    const endMs = performance.now() + readWithinMs;
    for (let lost = await count(); ; lost = await count()) {
      if (lost === 0 || performance.now() > endMs) return lost;
      await setTimeout(500);
    }
  } finally {
    await store.close();
  }
};

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** From the first to the last third of the samples, as their medians. */
const growth = (values: readonly number[]): number => {
  const third = Math.floor(values.length / 3);
  return median(values.slice(-third)) - median(values.slice(0, third));
};

/**
 * Result of the load: samples of the server, answers to requests, processor seconds, and records that were lost. `waitShare`: how long
 * the server waited for a processor, as a share of how long it ran: the rest of the machine adds this to each answer.
 */
export type Loaded = {
  samples: Sample[];
  answers: Answers[];
  slowest: [address: string, p95Ms: number][];
  serverSeconds: number;
  loadSeconds: number;
  waitShare: number;
  lost: number;
};

/**
 * Puts mixed load on a built server: readers over all lists, searches and views of sessions, open pages, files that grow in a followed
 * folder, calls and events of running agents, and uploads of one and of many files. Needs /proc.
 */
export const putMixedLoad = (minutes: number, seed = largeArchive): Promise<Loaded> =>
  inFolder(async (folder) => {
    const logs = path.join(folder, 'logs');
    await mkdir(logs);
    await writeDemoFiles(logs, { nowMs: benchNowMs, count: seed.sessions, longSessionRecords: seed.longSession });
    const server = await startServer({ folder });
    const { url, pid } = server;
    const done: Acknowledged = { lines: new Map(), calls: new Map(), uploads: new Map() };
    try {
      await follow(url, logs);
      const ids = sessionsPage.parse(await sendJson(url, 'GET', '/api/sessions?limit=100')).items.map(({ id }) => id);
      const over = new AbortController();
      const tookMs = new Map<string, number[]>();
      const read = async (count: number, reader: number): Promise<Response> => {
        const address = addresses[(count * readers + reader) % addresses.length] ?? '';
        const startedAt = performance.now();
        const response = await fetch(url + address.replace('ID', ids[Math.floor(Math.random() * ids.length)] ?? ''));
        await response.clone().arrayBuffer();
        tookMs.set(address, [...(tookMs.get(address) ?? []), performance.now() - startedAt]);
        return response;
      };
      const report = async (count: number, agent: number): Promise<Response> => {
        const response = await postCall(url, `agents:agent-${agent}`, count);
        if (response.ok) done.calls.set(`agent-${agent}`, count + 1);
        return response;
      };
      const event = (count: number): Promise<Response> =>
        postJson(`${url}/api/hooks/tool:post`, {
          session: 'agents:hooked',
          tool: { id: `h${count}`, name: 'Bash', input: {}, result: 'ok' },
        });
      const [startedServer, startedLoad, before] = [await readProcessorSeconds(pid), process.cpuUsage(), await readSchedule(pid)];
      const asking = [
        ...Array.from({ length: readers }, (_, at) => keepAsking((count) => read(count, at), thinkMs.read)),
        ...Array.from({ length: agents }, (_, at) => keepAsking((count) => report(count, at), thinkMs.report)),
        keepAsking(event, thinkMs.report),
        keepAsking((count) => uploadOne(url, count, done), thinkMs.upload),
        keepAsking((count) => uploadForm(url, count, done), thinkMs.form),
      ];
      const others = [appendLines(logs, done, over.signal), ...Array.from({ length: streams }, () => readEvents(url, over.signal))];
      const samples: Sample[] = [];
      for (const endMs = performance.now() + minutes * 60_000; performance.now() < endMs;) {
        samples.push(await sampleProcess(pid));
        await setTimeout(sampleMs);
      }
      const answers = await Promise.all(asking.map((one) => one.stop()));
      const { user, system } = process.cpuUsage(startedLoad);
      const serverSeconds = (await readProcessorSeconds(pid)) - startedServer;
      const after = await readSchedule(pid);
      const waitShare = (after.waited - before.waited) / (after.ran - before.ran);
      over.abort();
      await Promise.all(others);
      const lost = await countLost(path.join(folder, 'observatory.db'), done);
      const slowest = [...tookMs]
        .map(([address, took]): [string, number] => [address, quantile(took, 0.95)])
        .toSorted((a, b) => b[1] - a[1]);
      return { samples, answers, slowest, serverSeconds, loadSeconds: (user + system) / 1e6, waitShare, lost };
    } finally {
      await server.stop();
    }
  });

/** Follows a folder, and waits until the files that are there were imported. */
const follow = async (url: string, folder: string): Promise<void> => {
  const { importId } = z.object({ importId: z.string() }).parse(await sendJson(url, 'PUT', '/api/watched', { path: folder }));
  const isOpen = async () => importDetail.parse(await sendJson(url, 'GET', `/api/imports/${importId}`)).status === 'open';
  while (await isOpen()) await setTimeout(1_000);
};

const limits = { peakMb: 400, p95Ms: 250, growthMb: 30, descriptors: 10, loadShare: 0.35, waitShare: 0.5 };

/** `minutes` of mixed load: memory, descriptors, answers, and what was lost. The server must be built. */
export const measureMixedLoad = async (minutes: number): Promise<Figure[]> => {
  const { samples, answers, slowest, serverSeconds, loadSeconds, waitShare, lost } = await putMixedLoad(minutes);
  const tookMs = answers.flatMap((one) => one.tookMs);
  const failed = answers
    .flatMap(({ statuses }) => Object.entries(statuses))
    .reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), 0);
  const name = `mixed load, ${minutes} min`;
  const [slowestAddress = '', slowestMs = Number.NaN] = slowest[0] ?? [];
  return [
    atMost(`${name}: peak memory`, Math.max(...samples.map(({ rssMb }) => rssMb)), limits.peakMb, 'MB'),
    atMost(`${name}: growth of memory`, growth(samples.map(({ rssMb }) => rssMb)), limits.growthMb, 'MB'),
    atMost(`${name}: growth of descriptors`, growth(samples.map((one) => one.descriptors)), limits.descriptors, ''),
    atMost(`${name}: ${tookMs.length} requests, p95`, quantile(tookMs, 0.95), limits.p95Ms, 'ms'),
    atMost(`${name}: ${slowestAddress}, p95`, slowestMs, 4 * limits.p95Ms, 'ms'),
    atMost(`${name}: failed requests`, failed, 0, ''),
    atMost(`${name}: acknowledged records that were lost`, lost, 0, ''),
    atMost(`${name}: share of the load in the processor time`, loadSeconds / (loadSeconds + serverSeconds), limits.loadShare, ''),
    atMost(`${name}: wait for a processor per second that the server ran`, waitShare, limits.waitShare, 's'),
  ];
};
