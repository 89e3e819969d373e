import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withFile } from '../../cli/open-file.ts';
import { makeImageLines, pngOf } from '../../e2e/image-lines.ts';
import { makeSessionService, type SessionService } from './sessions.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'session-image-'));
});
afterEach(() => rm(folder, { recursive: true }));

const withSession = async (text: string, use: (sessions: SessionService, id: string) => Promise<void>): Promise<void> => {
  const file = path.join(folder, 's.jsonl');
  await writeFile(file, text);
  await withFile(file, ({ store, result }) => use(makeSessionService({ store, now: Date.now }), result.sessions[0]?.id ?? ''));
};

it('reads the image of each record out of its line, those of one line and one size apart', async () => {
  await withSession(makeImageLines('images'), async (sessions, id) => {
    const calls = await sessions.toolCalls(id, { from: 1, limit: 10 });
    expect(calls.map((call) => call.resultAttachments)).toEqual([
      [{ mediaType: 'image/png', bytes: pngOf('red').length }],
      [{ mediaType: 'image/png', bytes: pngOf('blue').length }],
    ]);
    const [red, blue] = await Promise.all(calls.map((call) => sessions.image(id, call.resultRecordId ?? '', 0)));
    expect(red).toEqual({ mediaType: 'image/png', bytes: pngOf('red') });
    expect(blue).toEqual({ mediaType: 'image/png', bytes: pngOf('blue') });
  });
});

it('reads what an MCP tool answered, as Codex keeps it', async () => {
  const line = (type: string, payload: object) => JSON.stringify({ timestamp: '2026-03-01T10:00:00.000Z', type, payload });
  const content = [
    { type: 'text', text: 'Taken.' },
    { type: 'image', data: pngOf('red').toString('base64'), mimeType: 'image/png' },
  ];
  const invocation = { server: 'browser', tool: 'screenshot', arguments: {} };
  const lines = [
    line('session_meta', { id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0009', cwd: '/w', originator: 'codex_cli_rs', cli_version: '0.50.0' }),
    line('event_msg', { type: 'user_message', message: 'Take a screenshot' }),
    line('event_msg', { type: 'mcp_tool_call_end', call_id: 'm1', invocation, result: { Ok: { content, isError: false } } }),
  ];
  await withSession(`${lines.join('\n')}\n`, async (sessions, id) => {
    const [call] = await sessions.toolCalls(id, { from: 1, limit: 1 });
    expect(call).toMatchObject({ name: 'mcp__browser__screenshot', resultText: 'Taken.' });
    expect(await sessions.image(id, call?.resultRecordId ?? '', 0)).toEqual({ mediaType: 'image/png', bytes: pngOf('red') });
  });
});

it('says which attachment there is not, and which one the archive cannot show', async () => {
  await withSession(makeImageLines('images'), async (sessions, id) => {
    const [prompt] = (await sessions.records(id, { from: 0, limit: 1 })).records;
    expect(prompt?.attachments.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/svg+xml']);
    const about = (number: number) => sessions.image(id, prompt?.id ?? '', number);
    await expect(about(1)).rejects.toThrow(`The stored line has no PNG, JPEG, GIF or WebP image for attachment 1 of record ${prompt?.id}.`);
    await expect(about(2)).rejects.toThrow('There is no attachment 2 of record');
    await expect(about(2)).rejects.toThrow('It has 2, numbered from 0.');
    await expect(sessions.image(id, 'none', 0)).rejects.toThrow('There is no record none in this session.');
  });
});

const samples = process.env.OBSERVATORY_SAMPLES;
it.skipIf(!samples)('shows every image of the real sessions that holds its bytes', async () => {
  const place = path.join(samples ?? '', 'claude-code/edge-cases');
  const file = (await readdir(place)).find((name) => name === 'debug_image_message.jsonl') ?? '';
  await withFile(path.join(place, file), async ({ store, result }) => {
    const id = result.sessions[0]?.id ?? '';
    const sessions = makeSessionService({ store, now: Date.now });
    const [record] = (await sessions.records(id, { from: 0, limit: 1 })).records;
    const sizes = record?.attachments.map(({ bytes }) => bytes) ?? [];
    expect(sizes).toHaveLength(2);
    const images = await Promise.all(sizes.map((_, number) => sessions.image(id, record?.id ?? '', number)));
    expect(images.map(({ bytes }) => bytes.length)).toEqual(sizes);
  });
});
