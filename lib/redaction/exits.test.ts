import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mcpTools } from '../../cli/mcp-command.ts';
import { makeClaudeLines, toFile } from '../../e2e/claude-lines.ts';
import { contracts, type Endpoint } from '../contracts/index.ts';
import { defaultOutputPath } from '../domain/observer-config.ts';
import { makeAssessmentService } from '../services/observe/assessment-service.ts';
import { makeDefaultObservers } from '../services/observe/default-observers.ts';
import { exportFormat } from '../domain/export.ts';
import { defaultSummariesConfig } from '../domain/summaries-config.ts';
import { defaultRetrievalConfig } from '../domain/retrieval-config.ts';
import { retrieveInput } from '../domain/retrieval.ts';
import { liveCalls, type LiveAnswer } from '../domain/live-call.ts';
import { makeConfigFile } from '../services/config/config-file.ts';
import { makeExportService } from '../services/export/export-service.ts';
import { makeWebhook, openPostOffice, type PostOffice } from '../services/deliveries/__fixtures__/post-office.ts';
import { answer, openReceiver, type Receiver } from '../services/deliveries/__fixtures__/receiver.ts';
import { toHookPayload } from '../services/hook/hook-event.ts';
import { runHook } from '../services/hook/run-hook.ts';
import { makeLiveService } from '../services/live/live-service.ts';
import { importFile } from '../services/ingest/import-file.ts';
import { makeMetricsService } from '../services/metrics/metrics-service.ts';
import { makeRetrievalService } from '../services/retrieval/retrieval-service.ts';
import { carryOut } from '../services/reviews/carry-out.ts';
import { openReviews } from '../services/reviews/open-reviews.ts';
import { makeReviewService } from '../services/reviews/review-service.ts';
import { makeSearchService } from '../services/search/search-service.ts';
import { makeTrajectoryService } from '../services/trajectories/trajectory-service.ts';
import { makeSummarizers } from '../services/summaries/summarizers.ts';
import { readTurnRecords } from '../services/summaries/read-turn-records.ts';
import { makeSummaryService } from '../services/summaries/summary-service.ts';
import { sessionIdOf } from '../session/ids.ts';
import { toHtmlText } from '../markdown/to-html.ts';
import { toModelRequest } from '../summaries/model-prompt.ts';
import { redact } from './redact.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
/** Any part of it that a cut might leave. */
const part = key.slice(13, 23);
/** The key stands across the lengths at which summaries of calls and lines of evidence are cut. */
const command = `curl --retry 3 --max-time 60 -H "accept: application/json" -H "x-api-key: ${key}" https://api.example.org/v1/messages`;
/** Only a line of its own tells this one, and the line is a string of JSON. */
const password = ['gN0R4YkW', '2mN4dcbJ'].join('');
const content = `machine api.example.org login mira password ${password}`;
const input = { command, content };
/** Characters that a terminal obeys, or that change the order in which a text is read. */
const controls = '\u001b[31m\u009b1m\u202e\u2066\u0007\u200f';
const title = `Calls it with ${key}${controls}`;
const prompt = `Call it${controls}`;
const severity = ['critical', 'high', 'medium', 'low'] as const;

let receiver: Receiver;
let office: PostOffice;
let first: LiveAnswer;
let hooked: string;
let sessionId: string;
const set = makeDefaultObservers();
const feedback = { loadFeedback: () => ({ set, writeFile: true, redacts: false }), warn: () => undefined };

const readExport = async (includeSecrets: boolean): Promise<string> => {
  let text = '';
  for await (const lines of office.observations.export({}, { includeSecrets })) text += lines;
  return text;
};
const assessments = () => makeAssessmentService({ store: office.store, loadObservers: () => set });

beforeAll(async () => {
  receiver = await openReceiver(answer(204));
  office = openPostOffice([
    makeWebhook(receiver.url, { severity: [...severity] }),
    { kind: 'file', name: 'file', path: 'sink.jsonl', severity: [...severity] },
  ]);
  const cwd = path.join(office.folder, 'project');
  mkdirSync(cwd);
  await office.begin();
  office.startRunner();
  const live = makeLiveService({ store: office.store, now: office.now, ...feedback });
  const call = { name: 'Bash', input, result: `${controls}401 for x-api-key: ${key}`, outcome: 'error', exitCode: 22 };
  const named = { name: `fetch_${key}`, input: { url: key }, result: 'OK' };
  const calls = [named, ...Array<object>(8).fill(call)];
  first = await live.record('claude-code:leaky', liveCalls.parse({ session: { cwd, title }, prompt, calls }));
  sessionId = sessionIdOf('claude-code', 'leaky');
  await live.record('claude-code:hooked', liveCalls.parse({ session: { cwd, title }, prompt, calls: Array(2).fill(call) }));
  const payload = { session_id: 'hooked', cwd, tool_name: 'Bash', tool_input: input, error: call.result };
  hooked = '';
  for (let at = 0; at < 8; at += 1) {
    const event = toHookPayload({ hook_event_name: 'PostToolUseFailure', tool_use_id: `toolu_${at}`, ...payload });
    if (event)
      hooked += (await runHook({ store: office.store, now: office.now, ...feedback }, event, new AbortController().signal)).section;
  }
  const asked = toHookPayload({ hook_event_name: 'UserPromptSubmit', prompt: 'Call it again', session_id: 'hooked', cwd });
  const withExamples = { ...feedback, loadFeedback: () => ({ ...feedback.loadFeedback(), retrieval: defaultRetrievalConfig }) };
  if (asked)
    hooked += (await runHook({ store: office.store, now: office.now, ...withExamples }, asked, new AbortController().signal)).section;
  await office.observations.create({
    sessionId,
    observations: [
      // The key stands across the length at which titles and summaries are cut.
      {
        observer: 'Reviewer',
        content: `${controls}${'Leaks a key. '.repeat(37)}${key}`,
        severity: 'high',
        sourceType: 'file',
        sourceRef: `a?api_key=${key}`,
        metadata: { evidence: key },
      },
      {
        observer: 'Reviewer',
        content: `Uses ${key}${controls}`,
        severity: 'critical',
        sourceType: 'file',
        sourceRef: 'a.ts:1',
        metadata: { [key]: key },
      },
    ],
  });
  await live.close();
  await summaries().regenerate({ session: sessionId });
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(3), { timeout: 5_000 });
  await vi.waitFor(async () => expect(await office.list('pending')).toEqual([]), { timeout: 5_000 });
});
afterAll(async () => {
  await office.close();
  await receiver.close();
});

const callTool = async (name: string, input: Record<string, unknown>): Promise<string> => {
  const tool = mcpTools.find((one) => one.name === name);
  const search = makeSearchService({ store: office.store, now: Date.now });
  const services = {
    store: office.store,
    observations: office.observations,
    assessments: assessments(),
    search,
    retrieval: retrieval(),
    metrics: makeMetricsService({ store: office.store, now: Date.now }),
    summaries: summaries(),
    ...reviewing(),
  };
  return JSON.stringify(await tool?.call({ get: () => services, close: async () => undefined }, input));
};
/** Once the session is silent, its last turn is over. */
const later = () => Date.now() + 3_600_000;
const summarizers = makeSummarizers({ loadConfig: () => defaultSummariesConfig, variables: {}, now: later });
const summaries = () => makeSummaryService({ store: office.store, now: later, summarizers });
/** A reviewer that repeats the key. */
const reviewing = () => {
  const write = (name: string, text: string) => writeFileSync(path.join(office.folder, name), text);
  const watch = [{ type: 'conversation' }, { type: 'files', paths: ['*.txt'] }];
  const observers = [{ name: 'Echo', focus: `Whether ${key} is said`, watch }];
  write('bundle.yaml', JSON.stringify({ name: 'echo', hooks: [{ module: 'hooks-observations', config: { observers } }] }));
  write(
    'script.yaml',
    JSON.stringify({ answers: [{ reviewer: '*', answer: { observations: [{ content: `Says ${key}`, severity: 'high' }] } }] }),
  );
  write('project/leak.txt', `api_key = ${key}\n`);
  write('reviews.yaml', 'reviewers: {bundles: [bundle.yaml], provider: script, script: script.yaml}\n');
  const config = makeConfigFile({ file: path.join(office.folder, 'reviews.yaml'), copyFile: path.join(office.folder, 'reviews.copy') });
  const deps = openReviews({ store: office.store, config, variables: {} });
  return { reviewing: deps, reviews: makeReviewService({ ...deps, config, makeId: randomUUID }) };
};
const readExchange = async (): Promise<string> => {
  const { reviewing: deps, reviews } = reviewing();
  const { id } = await reviews.start({ session: sessionId, force: true }, 'page');
  await carryOut(deps, id, { owner: randomUUID(), onError: (error) => expect(error).toBeNull() });
  return JSON.stringify(await reviews.exchange(id, 'echo/echo'));
};
const readSummaries = async (): Promise<string> => {
  let text = '';
  for await (const lines of summaries().export({ session: sessionId })) text += lines;
  return text;
};
const retrieval = () => makeRetrievalService({ store: office.store, now: Date.now });
const getLeak = async () => {
  const { items } = await office.observations.list({ filter: { sessionId }, sort: 'severity', descending: true, cursor: null, limit: 50 });
  return items.find(({ content }) => content.startsWith('Uses'))?.id ?? '';
};

/** Texts that leave the database. Each of them quotes the calls or observations above. */
const exits: Record<string, () => Promise<string>> = {
  'live answer': async () => JSON.stringify(first),
  'hook feedback': async () => hooked,
  'assessment.md': async () => readFileSync(path.join(office.folder, 'project', defaultOutputPath), 'utf8'),
  webhook: async () => JSON.stringify(receiver.received),
  'file sink': async () => readFileSync(path.join(office.folder, 'sink.jsonl'), 'utf8'),
  'GET /api/sessions/[id]/assessment.md': () => assessments().markdown(sessionId),
  'GET /api/sessions/[id]/section': () => assessments().section(sessionId),
  'GET /api/sessions/[id]/observations/section': () => office.observations.section(sessionId),
  'GET /api/sessions/[id]/export': async () => {
    let text = '';
    for (const format of exportFormat.options) {
      const { parts } = await makeExportService({ store: office.store, now: Date.now }).export(sessionId, {
        format,
        includeSecrets: false,
      });
      for await (const one of parts) text += one;
    }
    return text;
  },
  'GET /api/trajectories/[id]/export': async () => {
    const file = path.join(office.folder, 'snapshot.json');
    const items = [{ text: `uses ${key}` }];
    const slices = [{ slice_type: 'app:Note', item_type: 'app:Note', items }];
    writeFileSync(file, JSON.stringify({ version: '1', created_at: '2026-01-01', slices, tags: { session_id: 'leaky' } }));
    const { signal } = new AbortController();
    await importFile(office, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    const service = makeTrajectoryService({ store: office.store });
    let text = '';
    for await (const one of (await service.export('weakincentives:leaky', { includeSecrets: false })).parts) text += one;
    return text;
  },
  'GET /api/observations/export': () => readExport(false),
  'observer state': async () => JSON.stringify(await assessments().exportState(sessionId)),
  'POST /api/tools/observations': async () => JSON.stringify(await office.observations.tool({ operation: 'list' })),
  'tool, one observation': async () =>
    JSON.stringify(await office.observations.tool({ operation: 'get', observation_id: await getLeak() })),
  'mcp list_observations': () => callTool('list_observations', {}),
  'mcp get_observation': async () => callTool('get_observation', { id: await getLeak() }),
  'mcp acknowledge_observation': async () => callTool('acknowledge_observation', { id: await getLeak() }),
  'mcp resolve_observation': async () => callTool('resolve_observation', { id: await getLeak(), note: key }),
  'mcp reopen_observation': async () => callTool('reopen_observation', { id: await getLeak() }),
  'mcp get_session_assessment': () => callTool('get_session_assessment', { session_id: sessionId }),
  'mcp get_session_section': () => callTool('get_session_section', { session_id: sessionId }),
  'POST /api/retrieve': async () =>
    JSON.stringify(await retrieval().retrieve(retrieveInput.parse({ prompt: 'Call it', include_failed: true, explain: true }))),
  'mcp retrieve_examples': () => callTool('retrieve_examples', { prompt: 'Call it', include_failed: true }),
  'GET /api/summaries/export': readSummaries,
  'mcp get_session_summaries': () => callTool('get_session_summaries', { session_id: sessionId }),
  'POST /api/reviewers/preview': async () =>
    JSON.stringify(await reviewing().reviews.preview({ session: sessionId, reviewer: 'echo/echo' })),
  'GET /api/reviews/[id]/exchange': readExchange,
  'mcp request_review': () => callTool('request_review', { session_id: sessionId }),
  'mcp search_records': () => callTool('search_records', { query: 'uses', session_id: sessionId }),
};

it.each(Object.keys(exits))('%s holds no part of a key', async (name) => {
  const text = await exits[name]!();
  expect(text.length).toBeGreaterThan(80);
  expect(text).not.toContain(part);
  expect(text).not.toContain(password);
  if (name !== 'observer state') expect(text).toContain('[redacted: ');
});

/** Texts that agents read, and that must therefore be plain. */
const injected = [
  ...['live answer', 'hook feedback', 'assessment.md', 'POST /api/retrieve', 'POST /api/tools/observations', 'tool, one observation'],
  ...['GET /api/sessions/[id]/section', 'GET /api/sessions/[id]/observations/section', 'GET /api/sessions/[id]/assessment.md'],
  ...['POST /api/reviewers/preview', 'GET /api/reviews/[id]/exchange'],
  ...Object.keys(exits).filter((name) => name.startsWith('mcp ')),
];

/** The texts in a text: itself, or those of the JSON that it is. */
const listTexts = (text: string): string[] => {
  try {
    const texts: string[] = [];
    JSON.parse(text, (name, value: unknown) => {
      texts.push(name, ...(typeof value === 'string' ? listTexts(value) : []));
    });
    return texts;
  } catch {
    return [text];
  }
};

it.each(injected)('%s is plain text', async (name) => {
  for (const text of listTexts(await exits[name]!()))
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
});

it('lets the arguments of a call leave equal everywhere', async () => {
  const clean = { command: redact(command), content: 'machine api.example.org login mira password [redacted: password]' };
  const service = makeExportService({ store: office.store, now: Date.now });
  const printed: Record<string, string> = {};
  for (const format of exportFormat.options) {
    printed[format] = '';
    const { parts } = await service.export(sessionId, { format, includeSecrets: false });
    for await (const one of parts) printed[format] += one;
  }
  const { steps } = JSON.parse(printed.atif ?? '') as { steps: { tool_calls?: { function_name: string; arguments: unknown }[] }[] };
  const exported = steps.flatMap(({ tool_calls: calls = [] }) => calls).find((call) => call.function_name === 'Bash');
  expect(exported?.arguments).toEqual(clean);
  const json = JSON.stringify(clean);
  const indented = JSON.stringify(clean, null, 2);
  expect(printed.markdown).toContain(indented);
  expect(printed.html).toContain(toHtmlText(indented));
  const { examples } = await retrieval().retrieve(retrieveInput.parse({ prompt: 'Call it', include_failed: true }));
  expect(examples.flatMap((example) => example.steps).find((step) => step.kind === 'tool_call' && step.tool === 'Bash')?.text).toBe(json);
  const { prompt: sent } = await reviewing().reviews.preview({ session: sessionId, reviewer: 'echo/echo' });
  expect(sent).toContain(JSON.stringify(json).slice(1, -1));
  const turn = {
    sessionId,
    turnIdx: 0,
    isAborted: false,
    verification: null,
    nextPrompt: null,
    records: await readTurnRecords(office.store, sessionId, { fromSeq: 0, toSeq: 50 }),
  };
  expect(toModelRequest(turn, 50_000).request.prompt).toContain(JSON.stringify(json).slice(1, -1));
});

/** A session in which every text that is cut while it is read, stored or summarized is cut within a key, at each place of it. */
const importDivided = async (): Promise<string> => {
  const talk = makeClaudeLines({ sessionId: 'divided', cwd: path.join(office.folder, 'project') });
  const lead = (chars: number) => 'It uses a key of the service, '.padEnd(chars, 'and so on, ');
  const turns = Array.from({ length: 30 }, (_, at) => {
    const before = 170 + at;
    const message = { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: lead(before) + key }] };
    const failed = { type: 'assistant', uuid: `failed-${String(at)}`, timestamp: '2026-03-01T10:00:02.000Z', message };
    const long = `${lead(6_000 - at)}${key}. ${'More follows here. '.repeat(700)}The key is ${key}${'.'.repeat(5_990 + at - key.length)}`;
    return [
      talk.prompt(`${lead(before)}${key} now`),
      talk.response(`${lead(before)}${key} was used. ${long}`),
      talk.prompt('And now?'),
      JSON.stringify({ ...failed, sessionId: 'divided', isApiErrorMessage: true, error: 'server_error' }),
    ];
  });
  const file = path.join(office.folder, 'divided.jsonl');
  writeFileSync(file, toFile(...turns.flat()));
  const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
  await importFile(office, input);
  return sessionIdOf('claude-code', 'divided');
};

it('lets no part of a key leave where it was cut before it was redacted', async () => {
  const id = await importDivided();
  await summaries().regenerate({ session: id });
  const turns = await office.store.listTurns(id);
  expect(turns.filter(({ endedReason }) => endedReason?.startsWith('It uses'))).toHaveLength(30);
  const texts: Record<string, string> = {
    'stored titles and reasons': turns.map((turn) => `${turn.title}\n${turn.endedReason ?? ''}`).join('\n'),
    'title of the session': (await office.store.findSession(id))?.title ?? '',
    'mcp get_session_summaries': await callTool('get_session_summaries', { session_id: id }),
    'mcp search_records': await callTool('search_records', { query: 'service', session_id: id }),
    'POST /api/retrieve': JSON.stringify(
      await retrieval().retrieve(retrieveInput.parse({ prompt: 'uses a key of the service', explain: true })),
    ),
    'POST /api/reviewers/preview': JSON.stringify(await reviewing().reviews.preview({ session: id, reviewer: 'echo/echo' })),
  };
  for (const format of exportFormat.options) {
    const { parts } = await makeExportService({ store: office.store, now: Date.now }).export(id, { format, includeSecrets: false });
    let text = '';
    for await (const one of parts) text += one;
    texts[`export as ${format}`] = text;
  }
  texts['GET /api/summaries/export'] = '';
  for await (const lines of summaries().export({ session: id })) texts['GET /api/summaries/export'] += lines;
  for (const turn of turns) {
    const records = await readTurnRecords(office.store, id, { fromSeq: turn.startSeq, toSeq: turn.startSeq + 2 });
    const about = { sessionId: id, turnIdx: turn.turnIdx, isAborted: false, verification: null, nextPrompt: null, records };
    texts['what a model is sent'] = (texts['what a model is sent'] ?? '') + toModelRequest(about, 3_000).request.prompt;
  }
  for (const [name, text] of Object.entries(texts)) {
    expect(text.length, name).toBeGreaterThan(80);
    expect(redact(text), name).not.toContain(key.slice(0, 10));
    if (!name.includes('title')) expect(text, name).not.toContain(key.slice(0, 10));
  }
});

it('shows titles of sessions as they are stored beside their summaries, where pages read them', async () => {
  const { items } = await summaries().list({ session: sessionId }, { cursor: null, limit: 10 });
  expect(items.length).toBeGreaterThan(0);
  for (const { session, ...summary } of items) {
    expect(session.title).toContain(part);
    expect(JSON.stringify(summary)).not.toContain(part);
  }
});

it('knows every tool, and every endpoint that prints text', () => {
  // An outcome is numbers alone.
  expect(Object.keys(exits)).toEqual(
    expect.arrayContaining(mcpTools.filter(({ name }) => name !== 'report_turn_outcome').map(({ name }) => `mcp ${name}`)),
  );
  const endpoints = Object.values(contracts).flatMap((subject) => Object.values<Endpoint>(subject));
  // A backup is what is stored, as it is.
  const texts = endpoints.filter((endpoint) => endpoint !== contracts.data.download);
  const printed = texts.filter(({ transport }) => transport === 'markdown' || transport === 'jsonl' || transport === 'file');
  expect(Object.keys(exits)).toEqual(expect.arrayContaining(printed.map(({ method, path: url }) => `${method} ${url}`)));
});

it('keeps what is stored, and exports it where that is asked for', async () => {
  const calls = await office.store.listToolCalls(sessionId, 1, 1, 10_000);
  expect(calls[0]?.params).toContain(key);
  expect(await readExport(true)).toContain(key);
});
