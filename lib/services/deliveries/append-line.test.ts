import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSeedForm } from '../../observations/seed-form.ts';
import { openPostOffice } from './__fixtures__/post-office.ts';
import { redact } from '../../redaction/redact.ts';
import { appendLine } from './append-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

describe('appendLine', () => {
  it('adds whole lines, in folders that it makes, and ends one that was torn off', async () => {
    await appendLine(folder, 'out/here/a.jsonl', redact('{"a":1}'));
    await appendLine(folder, './out/here/a.jsonl', redact('{"a":2}'));
    expect(read('out/here/a.jsonl')).toBe('{"a":1}\n{"a":2}\n');
    writeFileSync(path.join(folder, 'torn.jsonl'), '{"a":1}\n{"a"');
    await appendLine(folder, 'torn.jsonl', redact('{"a":3}'));
    expect(read('torn.jsonl')).toBe('{"a":1}\n{"a"\n{"a":3}\n');
  });

  it('keeps lines whole where many write', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => JSON.stringify({ at, text: 'x'.repeat(20_000) }));
    await Promise.all(lines.map((line) => appendLine(folder, 'a.jsonl', redact(line))));
    expect(read('a.jsonl').trimEnd().split('\n').toSorted()).toEqual(lines.toSorted());
  });

  it('makes the same folders as others do at the same time', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => JSON.stringify({ at }));
    await Promise.all(lines.map((line) => appendLine(folder, 'made/at/once/a.jsonl', redact(line))));
    expect(read('made/at/once/a.jsonl').trimEnd().split('\n').toSorted()).toEqual(lines.toSorted());
  });

  it('takes back what a full disk took of a line', ({ skip }) => {
    if (spawnSync('prlimit', ['--version']).status !== 0) skip('needs prlimit');
    writeFileSync(path.join(folder, 'a.jsonl'), '{"a":1}\n{"torn');
    const add = (line: string) => {
      const script = `import { appendLine } from ${JSON.stringify(path.join(import.meta.dirname, 'append-line.ts'))};
        await appendLine(${JSON.stringify(folder)}, 'a.jsonl', ${JSON.stringify(line)});`;
      const tsx = ['--import', 'tsx', '--input-type=module', '-e', script];
      // No file may be longer: a write that reaches over it is cut short, as on a full disk.
      return spawnSync('prlimit', ['--fsize=1000', process.execPath, ...tsx], {
        encoding: 'utf8',
        env: { ...process.env, TSX_DISABLE_CACHE: '1' },
      });
    };
    expect(add(JSON.stringify({ long: 'x'.repeat(2_000) })).stderr).toMatch(/Only 986 of \d+ bytes were written to .*a\.jsonl\./u);
    expect(read('a.jsonl')).toBe('{"a":1}\n{"torn');
    expect(add('{"a":2}').status).toBe(0);
    expect(read('a.jsonl')).toBe('{"a":1}\n{"torn\n{"a":2}\n');
  });

  it('follows no link, and writes to nothing but a file', async () => {
    const outside = path.join(folder, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'a.jsonl'), '');
    const root = path.join(folder, 'root');
    mkdirSync(path.join(root, 'folder.jsonl'), { recursive: true });
    symlinkSync(outside, path.join(root, 'link'));
    symlinkSync(path.join(outside, 'a.jsonl'), path.join(root, 'a.jsonl'));
    writeFileSync(path.join(root, 'file'), '');
    execFileSync('mkfifo', [path.join(root, 'pipe.jsonl')]);
    await expect(appendLine(root, 'link/a.jsonl', redact('{}'))).rejects.toThrow('is a symbolic link, which is not followed');
    await expect(appendLine(root, 'a.jsonl', redact('{}'))).rejects.toThrow('is a symbolic link, which is not followed');
    await expect(appendLine(root, 'file/a.jsonl', redact('{}'))).rejects.toThrow('not a folder');
    await expect(appendLine(root, 'pipe.jsonl', redact('{}'))).rejects.toThrow('is not a regular file');
    await expect(appendLine(root, 'folder.jsonl', redact('{}'))).rejects.toThrow();
    expect(read('outside/a.jsonl')).toBe('');
  });
});

describe('a sink that is a file', () => {
  it('gets what goes out in the form in which it is imported, in order', async () => {
    const office = openPostOffice([{ kind: 'file', name: 'archive', path: 'out/observations.jsonl', severity: ['critical', 'low'] }]);
    try {
      await office.begin();
      office.startRunner();
      for (const content of ['One', 'Two', 'Three']) await office.report(content, 'low');
      await office.report('Not of these', 'high');
      await vi.waitFor(async () => expect(await office.list('sent')).toHaveLength(3), { timeout: 5_000 });
      const lines = readFileSync(path.join(office.folder, 'out/observations.jsonl'), 'utf8').trimEnd().split('\n');
      const reported = lines.map((line) => parseSeedForm(JSON.parse(line), { sessionId: null, nowMs: 0, by: 'mira' }));
      expect(reported).toMatchObject(['One', 'Two', 'Three'].map((content) => ({ reported: { draft: { content } } })));
      const { sinks } = await office.service.list({ state: null, cursor: null, limit: 1 });
      expect(sinks).toMatchObject([{ kind: 'file', to: 'out/observations.jsonl', problem: null, pending: 0, sent: 3, dead: 0 }]);
    } finally {
      await office.close();
    }
  });

  it('keep their order where one could not be written', async () => {
    const office = openPostOffice([{ kind: 'file', name: 'archive', path: 'observations.jsonl', severity: ['low'] }]);
    const file = path.join(office.folder, 'observations.jsonl');
    try {
      mkdirSync(file);
      await office.begin();
      office.startRunner();
      await office.report('One', 'low');
      await vi.waitFor(async () => expect(await office.list('pending')).toMatchObject([{ attempts: 1, error: expect.any(String) }]));
      rmSync(file, { recursive: true });
      await office.report('Two', 'low');
      await vi.waitFor(async () => expect(await office.list('pending')).toHaveLength(2));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await office.list('sent')).toEqual([]);
      office.forward(10_000);
      await vi.waitFor(async () => expect(await office.list('sent')).toHaveLength(2));
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { content: string }).content)).toEqual(['One', 'Two']);
    } finally {
      await office.close();
    }
  });

  it('are not of what an import told, new, back or again', async () => {
    const office = openPostOffice([{ kind: 'file', name: 'archive', path: 'observations.jsonl', severity: ['low'] }]);
    const toLine = (content: string, state: string, at: string) =>
      JSON.stringify({
        observer: 'Security Reviewer',
        content,
        severity: 'low',
        source_type: 'file',
        source_ref: 'a.ts:1',
        created_at: at,
        ...(state !== '' && { status: state === 'regressed' ? 'open' : state }),
        ...(state === 'regressed' && {
          metadata: {
            observatory: { fingerprint: 'a'.repeat(26), session_id: null, observer: 'reviewer', title: content, state, resolved_by: null },
          },
        }),
      });
    const put = (...lines: string[]) =>
      office.observations.import({ session: null, lines: Readable.from([Buffer.from(`${lines.join('\n')}\n`)]) });
    try {
      await office.begin();
      const fixed = await office.report('Fixed', 'low');
      await office.observations.resolve({ id: fixed.id, note: null, reason: 'fixed' });
      await office.begin();
      const result = await put(
        toLine('Open', 'open', '2026-01-01T00:00:00Z'),
        toLine('Acknowledged', 'acknowledged', '2026-01-01T00:00:00Z'),
        toLine('Regressed', 'regressed', '2026-01-01T00:00:00Z'),
        toLine('Fixed', '', new Date(office.now() + 3_600_000).toISOString()),
      );
      expect(result).toMatchObject({ created: 3, updated: 1, problems: [] });
      expect((await office.observations.get(fixed.id)).observation.state).toBe('regressed');
      await office.report('Told', 'low');
      await office.begin();
      expect((await office.list()).map(({ title }) => title)).toEqual(['Told']);
    } finally {
      await office.close();
    }
  });
});
