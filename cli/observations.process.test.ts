import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { openStore } from '../db/open-store.ts';
import { contracts } from '../lib/contracts/index.ts';
import { observation, observationCounts } from '../lib/domain/observation.ts';
import type { SavedList } from '../lib/domain/saved-view.ts';

const command = path.resolve('dist/observatory.mjs');
const listed = z.object({ total: z.int(), counts: observationCounts, observations: z.array(observation) });

const report = (content: string, severity: string, more: object = {}) =>
  JSON.stringify({ observer: 'Security Reviewer', content, severity, source_type: 'file', source_ref: 'src/db.py:45', ...more });

const changeOf = (output: string): string => /^Undo with: observatory observations undo (\S+)$/mu.exec(output)?.[1] ?? '';

describe.skipIf(!existsSync(command))('observatory observations', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-observations-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const spawnIn = (args: readonly string[], database = 'archive.db') =>
    spawn(process.execPath, [command, ...args], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: folder, OBSERVATORY_DB: path.join(folder, database) },
    });
  const finish = async (child: ReturnType<typeof spawnIn>, input = '') => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    // A command that is done does not read on.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output, errors };
  };
  const run = (...args: string[]) => finish(spawnIn(['observations', ...args]));
  const importText = async (text: string) => {
    await writeFile(path.join(folder, 'told.jsonl'), text);
    return run('import', path.join(folder, 'told.jsonl'));
  };
  const listJson = async (...args: string[]) => listed.parse(JSON.parse((await run('list', '--json', ...args)).output));
  const ids = async (...args: string[]) => (await listJson(...args)).observations.map(({ id }) => id);

  /** A session in which observers find something. */
  const importLoop = async () => {
    const talk = makeClaudeLines({ sessionId: 'looping' });
    const calls = Array.from({ length: 12 }, (_, at) => [
      talk.call(`t${at}`, 'Bash', { command: 'make' }),
      talk.result(`t${at}`, 'no rule to make target', true),
    ]);
    await writeFile(path.join(folder, 'loop.jsonl'), toFile(talk.prompt('Build it'), ...calls.flat()));
    expect((await finish(spawnIn(['import', path.join(folder, 'loop.jsonl')]))).code).toBe(0);
  };

  it('works through what an imported session shows, to the end', async () => {
    await importLoop();
    expect((await importText(`${report('SQL injection in the query builder', 'critical')}\n`)).code).toBe(0);

    const { observations, total } = await listJson('--session', 'claude-code:looping');
    expect(observations.length).toBeGreaterThan(0);
    expect(observations.every(({ state, observer }) => state === 'open' && observer !== 'Security Reviewer')).toBe(true);
    const bar = await run();
    expect(bar.output).toMatch(new RegExp(`^░{40} {2}0 resolved, 0 acknowledged, ${total + 1} open of ${total + 1} observations\n`, 'u'));
    expect(bar.output).toContain('  [critical] ');
    expect(bar.output).not.toContain('\u001b');

    const [first] = observations;
    const start = first!.id.slice(0, 6);
    const acted = await run('ack', start);
    expect(acted).toEqual({
      code: 0,
      output: expect.stringMatching(/^1 observation acknowledged\nUndo with: observatory observations undo \S+\n$/u) as string,
      errors: '',
    });
    expect(await run('ack', start)).toEqual({ code: 0, output: '0 observations acknowledged, 1 unchanged\n', errors: '' });
    expect((await run('resolve', start, '--reason', 'wont_fix', '--note', 'Known', '--by', 'Ada')).code).toBe(0);
    const shown = await run('get', start);
    expect(shown.output).toMatch(/^status {6}wont_fix$/mu);
    expect(shown.output).toMatch(/resolve acknowledged → wont_fix {2}by Ada {2}Known$/mu);
    expect(shown.output).toMatch(/\n\nsuggestion\nThe same call will give the same result\. .+\n\nevidence\n/u);
    expect(shown.output).toContain('make');
    expect(contracts.observations.get.response.parse(JSON.parse((await run('get', start, '--json')).output)).observation).toMatchObject({
      resolution: { reason: 'wont_fix', note: 'Known', by: 'Ada' },
    });
    expect(await run('ack', start)).toEqual({ code: 1, output: '', errors: `${first!.id}: It is resolved. Reopen it first.\n` });
    const rest = await ids();
    expect(await run('resolve', ...rest)).toMatchObject({ code: 0 });
    expect(await run('list', '--style', 'compact')).toEqual({ code: 0, output: '', errors: 'No observation matches.\n' });
    expect((await run()).output).toMatch(/^█{40} {2}(\d+) resolved, 0 acknowledged, 0 open of \1 observations\n$/u);
    const cleared = await run('clear-resolved');
    expect(cleared.output).toMatch(
      new RegExp(`^${total + 1} resolved observations archived\\nUndo with: observatory observations undo \\S+\\n$`, 'u'),
    );
    expect((await run()).output).toBe('');
    const hint = `${total + 1} archived observations not shown. Use --all to include them.\n`;
    expect(await run('list', '--status', 'resolved', '--style', 'compact')).toMatchObject({
      output: '',
      errors: `No observation matches.\n${hint}`,
    });
    const change = changeOf(cleared.output);
    expect(await run('undo', change)).toEqual({ code: 0, output: `${total + 1} observations restored\n`, errors: '' });
    expect((await listJson('--status', 'resolved')).total).toBe(total + 1);
    expect(await run('undo', change)).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('left unchanged') as string });
    expect(await run('undo', changeOf(acted.output))).toMatchObject({ code: 1, output: '' });
    expect(await run('undo', 'nothing')).toMatchObject({ code: 1, errors: expect.stringContaining('no change nothing') as string });
    await run('clear-resolved');
    expect(await run('clear-resolved')).toMatchObject({ output: '0 resolved observations archived\n' });
    expect((await run('reopen', start)).output).toMatch(/^1 observation reopened\n/u);
    expect(await ids()).toEqual([first!.id]);
    expect(await ids('--all')).toHaveLength(total + 1);
  });

  it('narrows a list, in each style', async () => {
    const lines = [
      report('one', 'critical'),
      report('two', 'low', { observer: 'Logic Checker', status: 'acknowledged' }),
      report('three', 'low'),
    ];
    await importText(lines.join('\n'));
    const titles = async (...args: string[]) => (await listJson(...args)).observations.map(({ title }) => title);
    expect(await titles()).toEqual(['one', 'three']);
    expect(await titles('--severity', 'low', '--status', 'open,acknowledged', '--observer', 'Logic Checker')).toEqual(['two']);
    expect(await titles('--limit', '1')).toEqual(['one']);
    expect(await titles('--project', 'nobody')).toEqual([]);
    const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
    const shown: SavedList = { filter: { severities: ['low'] }, view: 'groups', sort: 'severity', order: 'desc' };
    await store.putSavedView({ id: 'low', name: 'Low ones', shown, savedAtMs: 1 });
    await store.close();
    expect((await titles('--view', 'low ones')).toSorted()).toEqual(['three', 'two']);
    expect(await titles('--view', 'Low ones', '--status', 'open')).toEqual(['three']);
    expect(await run('list', '--view', 'High ones')).toMatchObject({ code: 1, errors: expect.stringContaining('Use Low ones.') as string });
    expect(await titles('--sent', 'yes')).toEqual([]);
    expect(await titles('--sent', 'no')).toEqual(['one', 'three']);
    expect((await run('--style', 'table', '--all')).output.split('\n').map((line) => line.split(/ {2,}/u).slice(1, 3))).toEqual([
      ['severity', 'status'],
      ['critical', 'open'],
      ['low', 'open'],
      ['low', 'acknowledged'],
      [],
    ]);
    expect((await run('--style', 'compact', '--limit', '1')).output).toMatch(
      /^\[critical\] [a-z2-7]{10} Security Reviewer: one\n {2}\.\.\. and 1 more\n$/u,
    );
  });

  it('shows the newest times that one was seen, and how many more there are', async () => {
    const lines = Array.from({ length: 103 }, (_, at) =>
      report('Flaky', 'high', { created_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString() }),
    );
    expect((await importText(`${lines.join('\n')}\n`)).code).toBe(0);
    const { output } = await run('get', (await ids())[0]!);
    expect(output).toMatch(/^seen {8}103$/mu);
    expect(output).toMatch(/\nseen, newest first\n {2}2026-01-01T01:42:00[^\n]* {2}reported\n/u);
    expect(output).toContain('\n  and 3 more\n');
    await importLoop();
    const [found] = (await listJson('--session', 'claude-code:looping')).observations;
    expect((await run('get', found!.id)).output).not.toMatch(/and \d+ more/u);
  });

  it('shows what was told beside, in a line each, and nothing where nothing was', async () => {
    const metadata = { cwe: 'CWE-89', suggestion: 'Bind it.', tags: ['sql'], excerpt: 'one\n\u001b[31mtwo' };
    expect((await importText(`${report('SQL', 'high', { metadata })}\n${report('Plain', 'low')}\n`)).code).toBe(0);
    const [reported, plain] = await ids();
    const { output } = await run('get', reported!);
    expect(output).toContain('\nsuggestion\nBind it.\n\nadditional details\n  cwe  CWE-89\n  tags  ["sql"]\n  excerpt  one ␛[31mtwo\n\n');
    expect(output).toMatch(/^source {6}file, src\/db\.py:45$/mu);
    expect((await run('get', plain!)).output).not.toContain('additional details');
  });

  it('acts on all that are the same, in any session', async () => {
    const same = (session: string | null) =>
      report('SQL', 'high', {
        metadata: {
          observatory: {
            fingerprint: 'g'.repeat(26),
            session_id: session,
            observer: 'Security Reviewer',
            title: 'SQL',
            state: 'open',
            resolved_by: null,
          },
        },
      });
    await importText([same('s1'), same('s2'), same(null), report('other', 'low')].join('\n'));
    const [one] = await ids();
    const group = 'gggggg is a group of 3 observations: ';
    for (const args of [
      ['get', 'gggggg'],
      ['ack', 'gggggg'],
    ]) {
      expect(await run(...args)).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(group) as string });
    }
    expect((await run('ack', 'gggggg')).errors).toMatch(/ Use one of these ids, or act on all of them with --group\.\n$/u);
    expect((await run('ack', 'gggggg', '--group')).output).toMatch(/^1 group acknowledged\n/u);
    expect((await listJson('--status', 'acknowledged')).total).toBe(3);
    expect((await run('resolve', one!, '--group', '--json')).output).toMatch(/"changed":1,"unchanged":0,"refused":0/u);
    expect((await listJson('--status', 'fixed')).total).toBe(3);
    expect((await listJson()).total).toBe(1);
  });

  it('says what cannot be done, and does the rest', async () => {
    await importText([report('one', 'high'), report('two', 'high')].join('\n'));
    const [one, two] = await ids();
    expect(await run('resolve', one!, 'zzzzzzzz')).toEqual({
      code: 3,
      output: expect.stringMatching(/^1 observation resolved\n/u) as string,
      errors: 'There is no observation zzzzzzzz.\n',
    });
    expect(await run('ack', one!, two!)).toEqual({
      code: 3,
      output: expect.stringMatching(/^1 observation acknowledged\n/u) as string,
      errors: `${one}: It is resolved. Reopen it first.\n`,
    });
    expect(await run('get', 'zzzzzzzz')).toEqual({ code: 1, output: '', errors: 'There is no observation zzzzzzzz.\n' });
    expect(await run('list', '--session', 'nobody')).toEqual({ code: 1, output: '', errors: 'There is no session nobody.\n' });
    const before = await listJson('--all');
    const wrong: [string[], string][] = [
      [['ack', 'abc'], 'use at least the first 6 characters'],
      [['ack', ''], 'An empty id'],
      [['ack'], "missing required argument 'id'"],
      [['resolve', two!, '--reason', 'done'], 'Use fixed, false_positive, wont_fix, stale'],
      [['list', '--severity', 'urgent'], 'Use one or more of critical, high, medium, low, info'],
      [['list', '--status', 'done'], 'Use one or more of open, acknowledged, resolved, regressed'],
      [['list', '--sent', 'maybe'], 'Use yes or no'],
      [['list', '--style', 'bars'], 'Use progress_bar, table, compact'],
      [['list', '--limit', '0'], 'use a number of at least 1'],
      [
        ['bogus'],
        'Unknown command bogus. Use one of: list, get, ack, resolve, reopen, clear-resolved, undo, export, import, instructions.',
      ],
      [['ack', two!, '--by', ' '], 'must have 1 to 200 characters'],
    ];
    for (const [args, message] of wrong)
      expect(await run(...args)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining(message) });
    expect(await listJson('--all')).toEqual(before);
  });

  it('lists what an ambiguous id may be, and changes nothing', async () => {
    const groups = Array.from({ length: 12 }, (_, at) => `gggggggg${'abcdefghijkl'[at]}`.padEnd(26, 'g'));
    const lines = groups.map((fingerprint) => report('SQL', 'high', { metadata: { fingerprint } }));
    await importText([...lines, report('other', 'low')].join('\n'));
    const [other] = await ids('--severity', 'low');
    expect(await run('ack', other!, 'ggggggg', '--group')).toEqual({
      code: 2,
      output: '',
      errors: `ggggggg matches several ids: ${groups.slice(0, 10).join(', ')}, and more. Use a longer prefix.\n`,
    });
    expect((await listJson()).total).toBe(13);
    expect((await run('ack', 'ggggggggb', '--group')).output).toMatch(/^1 group acknowledged\n/u);
  });

  it('takes no note past its bound, and one from standard input', async () => {
    await importText(report('one', 'high'));
    const [one] = await ids();
    const note = (input: string) => finish(spawnIn(['observations', 'resolve', one!, '--note', '-']), input);
    expect(await note('n'.repeat(1_000_000))).toEqual({
      code: 2,
      output: '',
      errors: '--note: It has 1000000 characters; the maximum is 10000. Nothing was changed.\n',
    });
    expect((await note('n'.repeat(8_000_000))).code).toBe(2);
    expect(await run('resolve', one!, '--note', 'n'.repeat(100_000))).toMatchObject({ code: 2, output: '' });
    expect((await listJson()).total).toBe(1);
    expect((await note('Fixed in abc123\n')).code).toBe(0);
    expect((await listJson('--status', 'fixed')).observations[0]?.resolution?.note).toBe('Fixed in abc123');
  });

  it('gives the same back after an export and an import elsewhere', async () => {
    await importText(
      [report('one', 'high', { metadata: { cwe: 'CWE-89' } }), report('zwei\u202e\u001b[2J日本', 'low'), report('three', 'info')].join(
        '\n',
      ),
    );
    await importLoop();
    const [one, two, three, ...rest] = await ids();
    await run('resolve', one!, '--reason', 'false_positive', '--note', 'It is quoted', '--by', 'Ada');
    await run('ack', two!);
    await run('resolve', three!, '--note', 'Told apart');
    await run('reopen', three!);
    const all = 3 + rest.length;
    expect((await listJson('--all')).observations.some(({ evidence }) => evidence !== null)).toBe(true);
    const file = path.join(folder, 'out.jsonl');
    expect(await run('export', file)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+ observations? written\n$/u),
      errors: '',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect((await run('export')).output).toBe(text);
    expect((await readdir(folder)).filter((name) => name.includes('.tmp'))).toEqual([]);
    expect(await run('import', file)).toMatchObject({ code: 0, output: `0 observations added, 0 updated, ${all} unchanged\n` });
    expect((await run('export')).output).toBe(text);
    const elsewhere = (args: string[], input?: string) => finish(spawnIn(['observations', ...args], 'other.db'), input);
    expect(await elsewhere(['import', '-'], text)).toMatchObject({
      code: 0,
      output: `${all} observations added, 0 updated, 0 unchanged\n`,
    });
    expect((await elsewhere(['export'])).output).toBe(text);
    expect(await elsewhere(['import', '-'], text)).toMatchObject({
      code: 0,
      output: `0 observations added, 0 updated, ${all} unchanged\n`,
    });
    expect((await elsewhere(['export'])).output).toBe(text);
  });

  it('reads what it can of a damaged file', async () => {
    const torn = [report('one', 'high'), report('two', 'urgent'), '', report('three', 'low').slice(0, 30)].join('\n');
    expect(await importText(torn)).toEqual({
      code: 3,
      output: '1 observation added, 0 updated, 0 unchanged\n',
      errors:
        'line 2: severity: use critical, high, medium, low, info, not "urgent"\nline 4: incomplete line: not valid JSON, and the file ends without a newline\n',
    });
    expect(await importText('nothing\n')).toEqual({ code: 1, output: '', errors: 'line 1: not valid JSON\n' });
    expect(await importText('')).toMatchObject({ code: 0, errors: '' });
    expect(await run('import', path.join(folder, 'none.jsonl'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no file'),
    });
    expect(await run('import', folder)).toMatchObject({ code: 2, errors: expect.stringContaining('is a folder') });
    expect(await run('export', path.join(folder, 'no', 'folder', 'x'))).toMatchObject({ code: 1, output: '' });
  });

  it('ends quietly when its reader has seen enough', async () => {
    await importText(Array.from({ length: 1_500 }, (_, at) => report(`number ${at} ${'x'.repeat(200)}`, 'low')).join('\n'));
    for (const args of [['export'], ['list', '--all', '--style', 'compact']]) {
      const child = spawnIn(['observations', ...args]);
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      child.stdout.once('data', () => child.stdout.destroy());
      const [code] = (await once(child, 'exit')) as [number | null];
      expect([code, errors]).toEqual([0, '']);
    }
  });

  it('tells an agent how to go on', async () => {
    const { code, output } = await run('instructions');
    expect(code).toBe(0);
    expect(output).toMatch(/^# Observation Handling\n/u);
    for (const [, name] of output.matchAll(/^observatory observations (\S+)/gmu)) expect((await run(name!, '--help')).code).toBe(0);
  });
});
