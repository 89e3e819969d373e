import { describe, expect, it } from 'vitest';
import { fixtureNames, readFixture } from './__fixtures__/reduce-bytes.ts';
import type { Head } from './format.ts';
import { agents, detectFormat, formats } from './registry.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const headOf = (bytes: Buffer): Head => {
  const text = bytes.toString('utf8');
  const lines = text.split('\n').filter(Boolean).slice(0, 20);
  return { bytes, values: lines.map((line) => parse(line) ?? null), document: parse(text) };
};

const ofLines = (...values: unknown[]): Head => headOf(Buffer.from(values.map((value) => JSON.stringify(value)).join('\n')));

const entry = { uuid: 'u1', parentUuid: null, sessionId: 's', timestamp: '2026-04-01T10:00:00.000Z', cwd: '/w', version: '0.20.0' };
const part = { parts: [{ text: 'Hi' }] };
const printed = { session_id: 's', uuid: 'u' };
const answer = { id: 'm', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Hi' }] };
const init = { type: 'system', subtype: 'init', cwd: '/w', tools: ['Read'], model: 'm', ...printed };
const assistant = { type: 'assistant', message: answer, parent_tool_use_id: null, ...printed };

/** Files of agents whose envelope another agent's format shares, by what they are called. */
const foreign: [string, Head][] = [
  ['a Qwen Code chat', ofLines({ ...entry, type: 'user', message: { role: 'user', ...part } })],
  ['a Qwen Code chat', ofLines({ ...entry, type: 'assistant', message: { role: 'model', ...part }, usageMetadata: {} })],
  ['a Qwen Code chat', ofLines({ ...entry, type: 'tool_result', message: { role: 'user', ...part }, toolCallResult: {} })],
  ['a Qwen Code chat', ofLines({ ...entry, type: 'system', subtype: 'ui_telemetry', systemPayload: {} })],
  ['output of Qwen Code', ofLines({ ...init, qwen_code_version: '0.20.0' }, assistant, { type: 'result', num_turns: 1, ...printed })],
  [
    'an iFlow CLI session',
    ofLines({
      ...entry,
      sessionId: 'session-0a8f5c2e-3b1d-4c7a-9e60-5d2f1b7c8a94',
      isSidechain: false,
      type: 'user',
      message: { role: 'user', content: 'Hi' },
    }),
  ],
  ['a CodeBuddy session', ofLines({ id: '1', type: 'message', role: 'user', content: [], sessionId: 's', parentId: null, cwd: '/w' })],
  ['a CodeBuddy session', ofLines({ id: '1', type: 'function_call', callId: 'c', name: 'Read', arguments: '{}', sessionId: 's' })],
  ['output of Amp', ofLines({ ...init, session_id: 'T-1' }, { ...assistant, session_id: 'T-1' })],
  [
    'output of Cursor CLI',
    ofLines(
      { type: 'system', subtype: 'init', apiKeySource: 'login', cwd: '/w', session_id: 's', model: 'm', permissionMode: 'default' },
      { type: 'user', message: { role: 'user', content: [] }, session_id: 's' },
      { type: 'tool_call', subtype: 'started', call_id: 'c', tool_call: {}, session_id: 's' },
    ),
  ],
  ['output of Droid', ofLines(init, { type: 'message', role: 'user', id: '1', text: 'Hi', session_id: 's' })],
  [
    'output of Gemini CLI',
    ofLines({ type: 'init', session_id: 's', model: 'm' }, { type: 'message', role: 'user', content: 'Hi' }, { type: 'result', stats: {} }),
  ],
  ['a Gemini CLI session', ofLines({ sessionId: 's', projectHash: 'h', kind: 'main' }, { id: '1', type: 'user', content: 'Hi' })],
  ['a pi session', ofLines({ type: 'session', id: 's', cwd: '/w' }, { type: 'message', message: { role: 'user', content: 'Hi' } })],
  ['a Copilot CLI event log', ofLines({ type: 'user.message', data: {}, id: '1' }, { type: 'tool.execution_start', data: {}, id: '2' })],
];

/** From this score on a format is taken. */
const surely = 0.5;

describe.each(formats.map((format) => [format.id, format] as const))('%s', (_, format) => {
  it('claims no file of an agent that is not read', () => {
    expect(foreign.flatMap(([label, head]) => (format.detect(head) >= surely ? [label] : []))).toEqual([]);
  });

  it('claims no file of another format that is read', () => {
    // Chat messages stand inside many formats; those, being surer, are asked first.
    if (format.agent.id === 'chat') return;
    const others = fixtureNames.filter((name) => !name.startsWith(`${format.agent.id}/`) && /\.jsonl?$/u.test(name));
    expect(others.filter((name) => format.detect(headOf(readFixture(name))) >= surely)).toEqual([]);
  });
});

it.each(foreign)('refuses %s by name', (label, head) => {
  const detected = detectFormat(head);
  expect('refusal' in detected && detected.refusal.message).toContain(`This is ${label}. `);
});

it.each(fixtureNames)('takes the fixture %s for a file of the agent that its folder is named after', (name) => {
  const detected = detectFormat(headOf(readFixture(name)));
  expect('format' in detected ? detected.format.agent.id : detected.refusal.message).toBe(name.split('/')[0]);
});

it('has an agent for each folder of fixtures, and fixtures of each agent', () => {
  const folders = new Set(fixtureNames.map((name) => name.split('/')[0]));
  expect([...folders].sort()).toEqual(agents.map(({ id }) => id).sort());
});

it('gives all formats of an agent the same label and folder', () => {
  for (const { id, agent } of formats) expect({ id, agent }).toEqual({ id, agent: agents.find((one) => one.id === agent.id) });
});
