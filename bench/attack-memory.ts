import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { documentJsonLimits, jsonLimits } from '../lib/domain/parse-json.ts';
import { defaultHeadLimits } from '../lib/sources/file-head.ts';
import { defaultLineLimits } from '../lib/sources/lines.ts';
import { maxRowBytes } from '../lib/sources/sqlite-rows.ts';
import { startServer } from '../e2e/start-server.ts';
import { openWriter } from '../lib/services/ingest/__fixtures__/write-oats-store.ts';
import { inFolder } from './archive.ts';
import { atMost, type Figure } from './figure.ts';

const megabyte = 1024 * 1024;
const maxAboveIdle = 300;
const maxSeconds = 60;

const toEntry = (uuid: string, content: string): string =>
  `{"type":"user","uuid":"${uuid}","sessionId":"attack","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":${content}}}`;
const first = `${toEntry('first', '"Hello"')}\n`;

/** One part repeated to about `bytes`, between a beginning and an end. `redacts`: imported with `redact.on_import`. */
type FileAttack = { begin?: string; part: string; bytes: number; end?: string; packed?: true; redacts?: true };
/** One row of a database whose columns each hold one part, repeated. */
type RowAttack = { cells: readonly { part: string; bytes: number }[]; redacts?: true };
export type Attack = FileAttack | RowAttack;

const document = (part: string, bytes: number): FileAttack => ({ begin: `[{"role":"user","content":"Hello"}`, part, bytes, end: ']' });
const message = ',{"role":"user","content":"x"}';

/** `"#"` is another name in each. */
const unlike = ',{"role":"user","content":"x","#":{}}';

const { lineBytes } = defaultLineLimits;
const { documentBytes } = defaultHeadLimits;
const blocks = jsonLimits.containers - 10;
const elements = documentJsonLimits.containers - 10;

/** A row whose `content` is this. */
const cell = (part: string, bytes: number): RowAttack => ({ cells: [{ part, bytes }] });

/** Inputs that were found to take gigabytes, and the largest inputs within the limits. */
export const attacks: Readonly<Record<string, Attack>> = {
  'cell of 60 MB of NUL': cell('\0', 60 * megabyte),
  'largest cell of NUL': cell('\0', maxRowBytes / 6 - 1024),
  'largest cell of quotes': cell('"', maxRowBytes / 2 - 1024),
  'largest cell': cell('x', maxRowBytes - 1024),
  'largest cell, not Latin': cell('語', maxRowBytes - 1024),
  'redacted largest cell of NUL': { ...cell('\0', maxRowBytes / 6 - 1024), redacts: true },
  'row of twelve cells of 20 MB': { cells: Array.from({ length: 12 }, () => ({ part: 'x', bytes: 20 * megabyte })) },
  'gzip of 64 MB of [': { part: '[', bytes: 64 * megabyte - 1, packed: true },
  'line of 60 MB of [': { begin: first, part: '[', bytes: 60 * megabyte, end: `\n${first}` },
  '150 MB of [': { part: '[', bytes: 150 * megabyte },
  'document of 180 MB of tiny elements': document(message, 180 * megabyte),
  'document of tiny elements at the size limit': document(message, documentBytes - 1024),
  '6 MB of {} lines': { begin: first, part: '{}\n', bytes: 6 * megabyte },
  '600,000 short records': { begin: first, part: `${toEntry('#', '"x"')}\n`, bytes: 600_000 * toEntry('0000000', '"x"').length },
  'largest line': { begin: `${first}${toEntry('long', '"').slice(0, -2)}`, part: 'x', bytes: lineBytes - 1024, end: '"}}\n' },
  'largest line, not Latin': { begin: `${first}${toEntry('long', '"').slice(0, -2)}語`, part: 'x', bytes: lineBytes - 1024, end: '"}}\n' },
  'largest line, two bytes a letter': {
    begin: `${first}${toEntry('long', '"').slice(0, -2)}`,
    part: 'ж',
    bytes: lineBytes - 1024,
    end: '"}}\n',
  },
  'line of the most blocks': { begin: `${first}${toEntry('blocks', '[{}').slice(0, -2)}`, part: ',{}', bytes: 3 * blocks, end: ']}}\n' },
  'line of the most text blocks': {
    begin: `${first}${toEntry('texts', '[{}').slice(0, -2)}`,
    part: ',{"type":"text","text":"x"}',
    bytes: 27 * blocks,
    end: ']}}\n',
  },
  'largest document of tiny elements': document(message, message.length * elements),
  'largest document of unlike objects': document(unlike, (unlike.length * elements) / 2),
  'document of the most values': {
    begin: '[{"role":"user","content":"Hello","x":[1',
    part: ',"a"',
    bytes: 4 * (jsonLimits.values - 100),
    end: ']}]',
  },
  'redacted line of 6 MB of {}': { begin: `${first}[{}`, part: ',{}', bytes: 6 * megabyte, end: ']\n', redacts: true },
  'redacted line of 8 MB of [': { begin: first, part: '[', bytes: 8 * megabyte, end: '\n', redacts: true },
  'redacted line of the most text blocks': {
    begin: `${first}${toEntry('texts', '[{}').slice(0, -2)}`,
    part: ',{"type":"text","text":"x"}',
    bytes: 27 * blocks,
    end: ']}}\n',
    redacts: true,
  },
  'largest document of text': document(`,{"role":"user","content":"${'text '.repeat(2000)}"}`, documentBytes - 20_000),
  'largest document of text, not Latin': document(`,{"role":"user","content":"${'語text '.repeat(2000)}"}`, documentBytes - 40_000),
};

/** A store of oats with one such row. */
const writeRow = (file: string, cells: RowAttack['cells']): void => {
  const { db, addTurn } = openWriter(file);
  addTurn(0);
  for (const at of cells.keys()) if (at > 0) db.exec(`ALTER TABLE trajectories ADD COLUMN more${at} TEXT`);
  // At once: each change would write the whole row anew.
  const columns = [...cells.keys()].map((at) => `${at === 0 ? 'content' : `more${at}`} = ?`);
  db.prepare(`UPDATE trajectories SET ${columns.join(', ')} WHERE kind = 'prompt'`).run(
    ...cells.map(({ part, bytes }) => part.repeat(bytes / Buffer.byteLength(part))),
  );
  db.pragma('journal_mode = DELETE');
  db.close();
};

export const writeAttack = async (file: string, attack: Attack): Promise<void> => {
  await rm(file, { force: true });
  if ('cells' in attack) {
    writeRow(file, attack.cells);
    return;
  }
  const { begin = '', part, bytes, end = '', packed } = attack;
  const handle = await open(file, 'w');
  if (packed) await handle.write(gzipSync(begin + part.repeat(bytes / Buffer.byteLength(part)) + end));
  else {
    await handle.write(begin);
    const many = Math.max(1, Math.floor(megabyte / part.length));
    for (let made = 0; made < Math.floor(bytes / Buffer.byteLength(part)); made += many) {
      const text = part.repeat(Math.min(many, Math.floor(bytes / Buffer.byteLength(part)) - made));
      await handle.write(part.includes('"#"') ? text.replaceAll('"#"', (_, at: number) => `"${made}-${at}"`) : text);
    }
    await handle.write(end);
  }
  await handle.close();
};

/** Most memory that a command ever took, in MB, and its seconds. */
export const runImport = async (file: string, databaseFile: string, configFile = ''): Promise<{ peakMb: number; seconds: number }> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.resolve('dist/observatory.mjs'), 'import', '--json', file], {
    env: { ...process.env, OBSERVATORY_DB: databaseFile, NODE_ENV: 'production', ...(configFile && { OBSERVATORY_CONFIG: configFile }) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let answer = '';
  child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  let peakMb = 0;
  const ended = once(child, 'close');
  while (child.exitCode === null && child.signalCode === null) {
    const highest = await readMb(child.pid ?? 0, 'VmHWM').catch(() => Number.NaN);
    if (highest > peakMb) peakMb = highest;
    await Promise.race([ended, setTimeout(10)]);
  }
  await ended;
  if (answer === '') throw new Error(`the import of ${path.basename(file)} answered nothing`);
  return { peakMb, seconds: (performance.now() - startedAt) / 1000 };
};

const bodyBytes = 16 * megabyte - 200;
/** Inputs of a reported call, within the largest body. */
const inputs: Readonly<Record<string, () => string>> = {
  'lists in lists': () => '['.repeat(bodyBytes / 2) + ']'.repeat(bodyBytes / 2),
  'the most levels': () => '['.repeat(jsonLimits.levels - 10) + ']'.repeat(jsonLimits.levels - 10),
  'empty objects': () => `[${'{},'.repeat(bodyBytes / 3 - 2)}{}]`,
  'the most values': () => `[${'1,'.repeat(jsonLimits.values - 100)}1]`,
  'one long text': () => `"${'x'.repeat(bodyBytes)}"`,
  'one long text, not Latin': () => `"${'語'.repeat(bodyBytes / 3)}"`,
};

const readMb = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'mu').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Memory that a running server takes above what it had, for the body of each reported call. */
const measureBodies = async (): Promise<Figure[]> => {
  const server = await startServer();
  const report = async (input: string) => {
    const body = `{"calls":[{"id":"c","name":"X","input":${input},"result":"done"}]}`;
    const response = await fetch(`${server.url}/api/sessions/agents:attack/tool-calls`, { method: 'POST', body });
    await response.arrayBuffer();
    if (response.status !== 200 && response.status !== 413) throw new Error(`a reported call got ${response.status}`);
  };
  const figures: Figure[] = [];
  try {
    await report('{}');
    for (const [name, makeInput] of Object.entries(inputs)) {
      const input = makeInput();
      await writeFile(`/proc/${server.pid}/clear_refs`, '5');
      const idleMb = await readMb(server.pid, 'VmRSS');
      await report(input);
      figures.push(atMost(`memory above idle: call with ${name}`, (await readMb(server.pid, 'VmHWM')) - idleMb, maxAboveIdle, 'MB'));
    }
  } finally {
    await server.stop();
  }
  return figures;
};

/** Memory above that of importing one line, and time, of each input; and of bodies that a server is sent. Needs /proc. */
export const measureAttackMemory = async (names: readonly string[] = Object.keys(attacks)): Promise<Figure[]> => [
  ...(await measureFiles(names)),
  ...(await measureBodies()),
];

const measureFiles = (names: readonly string[]): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'attack.jsonl');
    await writeAttack(file, { part: first, bytes: first.length });
    const redacting = path.join(folder, 'redacting.yaml');
    await writeFile(redacting, 'redact:\n  on_import: true\n');
    const idle = await runImport(file, path.join(folder, 'idle.db'));
    const figures: Figure[] = [];
    for (const [index, name] of names.entries()) {
      const attack = attacks[name];
      if (!attack) continue;
      await writeAttack(file, attack);
      const { peakMb, seconds } = await runImport(file, path.join(folder, `${index}.db`), attack.redacts && redacting);
      figures.push(atMost(`memory above idle: ${name}`, peakMb - idle.peakMb, maxAboveIdle, 'MB'));
      figures.push(atMost(`time: ${name}`, seconds, maxSeconds, 's'));
    }
    return figures;
  });
