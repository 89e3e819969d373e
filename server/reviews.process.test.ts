import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { contracts } from '../lib/contracts/index.ts';
import type { HookResult, ReviewRun } from '../lib/domain/review.ts';
import { openReceiver, type Receiver } from '../lib/services/deliveries/__fixtures__/receiver.ts';
import { hang, openaiWire, type Reply } from '../lib/models/__fixtures__/model-server.ts';
import { find, nothing, oneReviewer } from '../lib/services/reviews/__fixtures__/review-desk.ts';
import { folderOf, isBuilt, start, until, upload, useServers, type Server } from './__fixtures__/built-server.ts';

useServers();

const wire = openaiWire('local-model');
const secret = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');

/** Replies of reviewers, by a word of their instructions. */
type Answers = Readonly<Record<string, Reply>>;

let provider: Receiver;
let answers: Answers;
beforeEach(async () => {
  provider = await openReceiver((response, received) => {
    const asked = wire.readSystem(received.body);
    const [, reply = nothing] = Object.entries(answers).find(([word]) => asked.includes(word)) ?? [];
    reply(wire)(response, received);
  });
  answers = {};
  await mkdir(path.join(folderOf(), 'data'));
});
afterEach(() => provider.close());

const project = () => path.join(folderOf(), 'shop');
const writeProject = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(project(), file)), { recursive: true });
  await writeFile(path.join(project(), file), text);
};
const configure = async (bundle: string, more = '') => {
  await writeFile(path.join(folderOf(), 'data', 'bundle.yaml'), bundle);
  await writeFile(
    path.join(folderOf(), 'data', 'observatory.config.yaml'),
    `reviewers:\n  bundles: [bundle.yaml]\n  provider: openai\n${more}`,
  );
};
const startAll = (): Promise<Server> => start([], { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1` });

const importTalk = async (url: string): Promise<void> => {
  const talk = makeClaudeLines({ sessionId: 'a', cwd: project() });
  const lines = [
    talk.prompt(`Add a search by name, with the key ${secret}.`),
    talk.call('t1', 'Edit', { file_path: 'src/query.py' }),
    talk.result('t1', 'ok'),
    talk.response('I added it.'),
  ];
  await upload(url, 'a.jsonl', toFile(...lines));
};

const request = async (url: string, method: string, place: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${url}${place}`, {
    method,
    headers: { origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};
const emit = async (url: string, event: string, more: object = {}): Promise<HookResult> =>
  contracts.reviews.hook.response.parse(await request(url, 'POST', `/api/hooks/${event}`, { session: 'claude-code:a', ...more }));
const getRun = async (url: string, id = ''): Promise<ReviewRun> =>
  contracts.reviews.get.response.parse(await request(url, 'GET', `/api/reviews/${id}`));
const listObservations = async (url: string) =>
  contracts.observations.list.response.parse(await request(url, 'GET', '/api/observations?cleared=true&sort=severity')).items;

describe.skipIf(!isBuilt)('reviewers', () => {
  it("run the specification's complete configuration, and a second time nothing, because nothing changed", async () => {
    await configure(await readFile(path.resolve('lib/reviewers/__fixtures__/specification/complete.yaml'), 'utf8'));
    await writeProject('src/query.py', `KEY = "${secret}"\nrun("SELECT * FROM goods WHERE name = '" + name + "'")\n`);
    answers = {
      'Quick Scanner': nothing,
      'Security Reviewer': find('SQL injection: the name is concatenated into the query', 'src/query.py:2', 'critical'),
      'Logic Checker': find('The agent never ran the tests', 'message 4', 'medium'),
    };
    const { url } = await startAll();
    await importTalk(url);
    const first = await emit(url, 'orchestrator:complete');
    expect(first.action).toBe('continue');
    expect(provider.received).toHaveLength(3);
    const sent = provider.received.map(({ body }) => body).join('');
    expect([sent.includes('SELECT * FROM goods'), sent.includes(secret.slice(13, 23))]).toEqual([true, false]);
    const run = await getRun(url, first.run);
    expect(run.reviews.map(({ reviewer, outcome, found }) => [reviewer, outcome, found])).toEqual([
      ['Quick Scanner', 'reviewed', 0],
      ['Security Reviewer', 'reviewed', 1],
      ['Logic Checker', 'reviewed', 1],
    ]);
    const observations = await listObservations(url);
    expect(observations.map(({ observerName, severity, sourceType, state }) => [observerName, severity, sourceType, state])).toEqual([
      ['Security Reviewer', 'critical', 'mixed', 'open'],
      ['Logic Checker', 'medium', 'conversation', 'open'],
    ]);

    const again = await emit(url, 'response:complete');
    expect((await getRun(url, again.run)).reviews.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(provider.received).toHaveLength(3);

    const next = await emit(url, 'prompt:submit');
    expect(next).toMatchObject({ action: 'inject_context', context: { role: 'system' } });
    expect(next.context?.content).toContain('SQL injection: the name is concatenated into the query');
  });

  it('lose and double nothing when the server is killed in the middle of a run', async () => {
    const observers = ['One', 'Two', 'Three'].map(
      (name) => `
        - name: "Reviewer ${name}"
          focus: "Anything"
          model: "local-model"
          watch: [{type: files, paths: ["src/*.py"]}]`,
    );
    await configure(`behaviors:\n  - module: hooks-observations\n    config:\n      observers:${observers.join('')}\n`);
    await writeProject('src/query.py', 'x = 1\n');
    answers = { 'Reviewer One': find('First', 'src/query.py:1'), 'Reviewer Two': find('Second', 'src/query.py:1'), 'Reviewer Three': hang };
    const server = await startAll();
    await importTalk(server.url);
    const { run } = await emit(server.url, 'response:complete', { wait: false });
    await until(async () => (await getRun(server.url, run)).reviews.filter(({ outcome }) => outcome === 'reviewed').length === 2, 10_000);
    expect(await listObservations(server.url)).toEqual([]);
    server.child.kill('SIGKILL');
    await server.exited;
    answers = { ...answers, 'Reviewer Three': find('Third', 'src/query.py:1') };
    const { url } = await startAll();
    await until(async () => (await getRun(url, run)).state === 'done', 30_000);
    expect(await getRun(url, run)).toMatchObject({ attempts: 2, reviews: [{ found: 1 }, { found: 1 }, { found: 1 }] });
    expect((await listObservations(url)).map(({ content, seen }) => [content, seen]).sort()).toEqual([
      ['First', 1],
      ['Second', 1],
      ['Third', 1],
    ]);
    // Only the one without an answer was asked again.
    const askedOf = (name: string) => provider.received.filter(({ body }) => body.includes(`Reviewer ${name}`)).length;
    expect([askedOf('One'), askedOf('Two'), askedOf('Three')]).toEqual([1, 1, 2]);
  }, 60_000);

  it('serve the hooks of a host that mounts them in a few lines', async () => {
    await configure(oneReviewer().replace('type: files\n              paths: ["src/**/*.py"]', 'type: conversation'));
    answers = { Security: find('The password is printed', 'message 2') };
    const { url } = await startAll();
    // A copy in another folder, with the package installed from here.
    const host = path.join(folderOf(), 'host');
    await mkdir(host);
    await writeFile(path.join(host, 'package.json'), '{"private": true}');
    await copyFile(path.resolve('examples/mount.mjs'), path.join(host, 'mount.mjs'));
    const run = promisify(execFile);
    await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', process.cwd()], {
      cwd: host,
      shell: process.platform === 'win32',
    });
    const env = { ...process.env, OBSERVATORY_URL: url, SESSION: 'one' };
    const { stdout, stderr } = await run(process.execPath, ['mount.mjs'], { cwd: host, env });
    expect(stdout + stderr).toMatch(/> Write a parser[^]*nothing to address[^]*> Now handle time zones[^]*The password is printed/u);
  });
});
