import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { keepAsking, makeLargeFile, postCall, postTool, postTriage, type Answers } from '../e2e/load.ts';
import { importText, startServer } from '../e2e/start-server.ts';
import { runImport } from '../server/__fixtures__/imports.ts';
import { inFolder, timeMs } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';

const count = 10_000;
const rounds = 10;
const disturbedRounds = 5;
const importBytes = 30_000_000;
const one = { observer: 'Reviewer', content: 'The same again', severity: 'medium' };

/** Fails on any answer but 200. */
const getOk = async (response: Promise<Response>): Promise<string> => {
  const { status } = await response;
  const text = await (await response).text();
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 500)}`);
  return text;
};

const countBusy = (answers: readonly Answers[]): number => answers.reduce((sum, { statuses }) => sum + (statuses[503] ?? 0), 0);

const quantileOf = (answers: readonly Answers[], share: number): number =>
  quantile(
    answers.flatMap(({ tookMs }) => tookMs),
    share,
  );

/** The same observation in every session, one a line. */
const makeLines = (round: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ ...one, session_id: `s${at}`, created_at: new Date(Date.UTC(2026, 0, 1 + round)).toISOString() }),
  ).join('\n');

/** Seconds for 10,000 of the same, first and last of the rounds; and how long others wait meanwhile, in some more of them. */
const measureRounds = async (name: string, urls: readonly string[], report: (round: number) => Promise<unknown>): Promise<Figure[]> => {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) took.push(await timeMs(() => report(round)));
  const asks = urls.flatMap((url, at) => [
    () => fetch(`${url}/api/sessions`),
    (count: number) => postCall(url, `agents:${name.replaceAll(' ', '-')}-${at}`, count),
  ]);
  // The first requests to a server load what answers them.
  for (const ask of asks) await getOk(ask(-1));
  const others = asks.map((ask) => keepAsking(ask, 10));
  for (let round = 0; round < disturbedRounds; round += 1) await report(rounds + round);
  const answers = await Promise.all(others.map((other) => other.stop()));
  return [
    atMost(`${name}: the first 10,000`, (took[0] ?? Number.NaN) / 1_000, 1, 's'),
    atMost(`${name}: the tenth 10,000`, (took.at(-1) ?? Number.NaN) / 1_000, 1, 's'),
    atMost(`${name}: other requests meanwhile, p95`, quantileOf(answers, 0.95), 100, 'ms'),
    atMost(`${name}: longest other request`, quantileOf(answers, 1), 100, 'ms'),
    atMost(`${name}: answers 503`, countBusy(answers), 0, ''),
  ];
};

const measureReports = async ([url = '', other = url]: readonly string[]): Promise<Figure[]> => {
  const urls = [url, other];
  const observations = Array.from({ length: count }, () => one);
  const batch = () => getOk(postTool(url, { operation: 'create_batch', observations }));
  const lines = (round: number) => getOk(fetch(`${url}/api/observations/import`, { method: 'POST', body: makeLines(round) }));
  return [
    ...(await measureRounds('create_batch, one observation', urls, batch)),
    ...(await measureRounds('import, one group', urls, lines)),
  ];
};

const measureBusy = async (folder: string, [url = '', other = url]: readonly string[]): Promise<Figure[]> => {
  const file = path.join(folder, 'by-command.jsonl');
  await writeFile(file, makeLargeFile('by-command', importBytes));
  const text = makeLargeFile('by-page', importBytes);
  const created = JSON.parse(await getOk(postTool(url, { operation: 'create', ...one, content: 'Another' }))) as {
    observations: { id: string }[];
  };
  const id = created.observations[0]?.id ?? '';
  const calls = [url, other].map((server, at) => keepAsking((n) => postCall(server, `agents:busy-${at}`, n)));
  const triage = keepAsking((n) => postTriage(other, id, n));
  const seconds =
    (await timeMs(async () => {
      const [, { code, errors }] = await Promise.all([importText(url, 'by-page.jsonl', text), runImport(folder, file)]);
      if (code !== 0) throw new Error(errors);
    })) / 1_000;
  const [called, triaged] = [await Promise.all(calls.map((one) => one.stop())), await triage.stop()];
  return [
    atMost('two imports of 30 MB at once', seconds, 60, 's'),
    atMost('imports: calls of running agents, p95', quantileOf(called, 0.95), 500, 'ms'),
    atMost('imports: triage actions, p95', quantileOf([triaged], 0.95), 500, 'ms'),
    atMost('imports: longest request', quantileOf([...called, triaged], 1), 10_000, 'ms'),
    atMost('imports: answers 503', countBusy([...called, triaged]), 0, ''),
  ];
};

/** Repeated observations, and requests during imports, with two servers on one database. The server must be built. */
export const measureAttackRepeats = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const servers = [await startServer({ folder }), await startServer({ folder })];
    const urls = servers.map(({ url }) => url);
    try {
      return [...(await measureReports(urls)), ...(await measureBusy(folder, urls))];
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
