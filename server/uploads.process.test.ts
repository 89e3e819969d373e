import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts } from '../lib/contracts/index.ts';
import { importDetail } from '../lib/domain/import.ts';
import { folderOf, isBuilt, listSessions, makeFile, start, until, upload, useServers } from './__fixtures__/built-server.ts';

useServers();

describe.skipIf(!isBuilt)('uploads to the built server', () => {
  it('imports a raw body whole, however large, and the same bytes only once', async () => {
    const { url } = await start();
    const body = makeFile('11111111-1111-4111-8111-111111111111', 600, 'x'.repeat(40_000));
    const first = await upload(url, 'large.jsonl', body);
    expect(first).toMatchObject({ status: 'done', files: 1, records: 600, bytesRead: body.length });
    expect((await upload(url, 'large.jsonl', body)).results[0]).toMatchObject({ status: 'unchanged', newRecords: 0 });
    expect((await listSessions(url)).total).toBe(1);
    expect(await readdir(path.join(folderOf(), 'data', 'spool'))).toEqual([]);
  });

  it('takes several files by multipart and refuses what is none, each by itself', async () => {
    const { url } = await start();
    const form = new FormData();
    form.append('files', new Blob([makeFile('22222222-2222-4222-8222-222222222222', 3)]), 'folder/a.jsonl');
    form.append('files', new Blob(['not a trajectory']), 'folder/b.txt');
    form.append('files', new Blob([makeFile('33333333-3333-4333-8333-333333333333', 2)]), 'folder/c.jsonl');
    const response = await fetch(`${url}/api/imports`, { method: 'POST', body: form });
    const { results } = importDetail.parse(await response.json());
    expect(results.map(({ path: name, status }) => `${name} ${status}`).sort()).toEqual([
      'folder/a.jsonl imported',
      'folder/b.txt refused',
      'folder/c.jsonl imported',
    ]);
  });

  it('follows the protocol of a page: open, files, cancel or finish', async () => {
    const { url } = await start();
    const open = async () => z.object({ id: z.string() }).parse(await (await fetch(`${url}/api/imports`, { method: 'POST' })).json()).id;
    const id = await open();
    const put = await fetch(`${url}/api/imports/${id}/files?path=a.jsonl`, { method: 'POST', body: makeFile('s-4', 4) });
    expect([put.status, contracts.imports.putFile.response.parse(await put.json()).status]).toEqual([201, 'imported']);
    const finished = await fetch(`${url}/api/imports/${id}/finish`, { method: 'POST' });
    expect(importDetail.parse(await finished.json())).toMatchObject({ status: 'done', files: 1, filesDone: 1, records: 4 });
    const late = await fetch(`${url}/api/imports/${id}/files?path=b.jsonl`, { method: 'POST', body: 'x' });
    expect(late.status).toBe(409);
    const cancelled = await fetch(`${url}/api/imports/${await open()}`, { method: 'DELETE' });
    expect(importDetail.parse(await cancelled.json()).status).toBe('cancelled');
  });

  it('keeps what was stored through kill -9, and completes it by the same file', async () => {
    const body = makeFile('s-6', 30_000);
    const first = await start();
    const uploading = fetch(`${first.url}/api/imports?name=a.jsonl`, { method: 'POST', body }).catch(() => undefined);
    await until(async () => (await listSessions(first.url)).total > 0, 20_000);
    first.child.kill('SIGKILL');
    await first.exited;
    await uploading;
    const second = await start();
    const past = contracts.imports.list.response.parse(await (await fetch(`${second.url}/api/imports`)).json());
    expect(past.items.map(({ status }) => status)).toEqual(['cancelled']);
    expect(await readdir(path.join(folderOf(), 'data', 'spool'))).toEqual([]);
    expect(await upload(second.url, 'a.jsonl', body)).toMatchObject({ status: 'done', records: 30_000 });
  });
});
