import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeClaudeLines, toFile } from '../../../e2e/claude-lines.ts';
import { exportFormat, type ExportFormat } from '../../domain/export.ts';
import type { Session } from '../../domain/session.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { getSession } from '../observe/session-calls.ts';
import { summarizeTurn } from '../summaries/summarize-turn.ts';
import { makeExportService } from './export-service.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const fixtures = path.resolve('lib/formats/__fixtures__');
const samples = process.env.OBSERVATORY_SAMPLES;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-export-'));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const importInto = async (into: Store, file: string): Promise<string[]> => {
  const signal = new AbortController().signal;
  const input = { file, path: file, synthetic: false, signal, onProgress: () => undefined };
  return (await importFile({ store: into, now: () => 0, scratchFolder: path.join(folder, 'scratch') }, input)).sessions.map(({ id }) => id);
};
const put = async (name: string, text: string): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
};
const importText = async (text: string): Promise<string> => (await importInto(store, await put('session.jsonl', text)))[0] ?? '';
const print = async (id: string, format: ExportFormat, includeSecrets = false, from = store): Promise<string> => {
  const { parts } = await makeExportService({ store: from, now: Date.now }).export(id, { format, includeSecrets });
  let text = '';
  for await (const part of parts) text += part;
  return text;
};
const preview = (id: string, format: ExportFormat) =>
  makeExportService({ store, now: Date.now }).preview(id, format, new AbortController().signal);

const talk = makeClaudeLines({ sessionId: 'leaky' });
const leaky = toFile(
  talk.prompt(`Use ${key} to call it`),
  talk.call('1', 'Bash', { command: `curl -H "x-api-key: ${key}" x`, env: { DB_PASSWORD: 'correct-horse' } }),
  talk.result('1', `401\nAPI_KEY=${key}\n`, true),
  talk.response(`I used **${key}** and \`${key}\`.`),
  talk.title(`Leaks ${key}`),
);

describe.each(exportFormat.options)('as %s', (format) => {
  it('holds no secret unless asked to, and says beforehand what it replaces', async () => {
    const id = await importText(leaky);
    const text = await print(id, format);
    expect(text).not.toContain(key.slice(14));
    expect(text).not.toContain('correct-horse');
    const { fileName, bytes, replaced, places, totalPlaces } = await preview(id, format);
    expect(fileName).toContain(`session-${id.slice(0, 8)}.`);
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(Object.fromEntries(replaced.map(({ rule, count }) => [rule, count]))).toMatchObject({
      'anthropic-key': expect.any(Number) as number,
    });
    expect(totalPlaces).toBe(places.length);
    expect(totalPlaces).toBeGreaterThanOrEqual(3);
    expect(places[0]?.excerpt).toContain('[redacted: ');
    expect(JSON.stringify(places)).not.toContain(key.slice(14));
    const open = await print(id, format, true);
    expect(open).toContain(key);
    expect(open).toContain('correct-horse');
  });

  it('is exported for every fixture', async () => {
    for (const folderName of await readdir(fixtures)) {
      const names = await readdir(path.join(fixtures, folderName)).catch(() => []);
      for (const name of names.filter((one) => /\.jsonl?$/u.test(one))) {
        for (const id of await importInto(store, path.join(fixtures, folderName, name))) expect(await print(id, format)).not.toBe('');
      }
    }
  }, 60_000);
});

it.each(exportFormat.options)('names the session whose records it repeats by its id, as %s', async (format) => {
  const first = makeClaudeLines({ sessionId: 'first' });
  const shared = toFile(first.prompt('Read the notes'), first.response('Read.'));
  const original = await importText(shared + toFile(first.title('A private plan')));
  const copied = shared.replaceAll('"sessionId":"first"', '"sessionId":"second"');
  const [fork = ''] = await importInto(
    store,
    await put('fork.jsonl', copied + toFile(makeClaudeLines({ sessionId: 'second' }).response('On.'))),
  );
  expect(await getSession(store, fork)).toMatchObject({ countedInTitle: 'A private plan' });
  const text = await print(fork, format);
  expect(text).not.toContain('A private plan');
  if (format === 'markdown' || format === 'html') expect(text).toContain(`What it repeats is counted in session ${original.slice(0, 8)}`);
});

it('shows plans and questions as they were read, with the answer, and what progress showed last', async () => {
  const lines = makeClaudeLines({ sessionId: 'planned' });
  const id = await importText(
    toFile(
      lines.prompt('Plan it.'),
      lines.call('1', 'AskUserQuestion', { questions: [{ question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'Files' }] }] }),
      lines.result('1', 'User has answered your questions: "Which store?"="Files". You can now continue.'),
      lines.call('2', 'ExitPlanMode', { plan: `## Files\n\n1. Use ${key}` }),
      lines.result('2', 'User has approved your plan.'),
      lines.call('3', 'Bash', { command: 'cd x\nfetch', description: 'Fetch' }),
      lines.result('3', 'get\n 10%\r 90%\r100%\n'),
      lines.response('Done.'),
    ),
  );
  const markdown = await print(id, 'markdown');
  expect(markdown).toContain('> Which store?\n>\n> - [ ] SQLite\n> - [x] Files\n');
  expect(markdown).toContain('> ## Files\n>\n> 1. Use [redacted: anthropic-key]\n>\n> **Approved.**\n');
  expect(markdown).not.toContain('User has approved');
  expect(markdown).toContain('command:\ncd x\nfetch\n```');
  expect(markdown).toContain('get\n100%\n');
  const html = await print(id, 'html');
  expect(html).toContain('<h4>Files</h4>');
  expect(html).toContain('☑ Files');
  expect(html).not.toContain('90%');
  expect(html).not.toContain(key);
});

it('holds no part of a secret that the reason of a failure is cut in', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => {
    const text = `${'The service refused the key '.padEnd(160 + at * 2, '.')} ${key}`;
    const message = { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] };
    const entry = { type: 'assistant', sessionId: 'refused', uuid: `cut-${String(at)}`, timestamp: '2026-03-01T10:00:02.000Z', message };
    return JSON.stringify({ ...entry, isApiErrorMessage: true, error: 'server_error' });
  });
  const id = await importText(toFile(makeClaudeLines({ sessionId: 'refused' }).prompt('Try it'), ...lines));
  for (const format of ['markdown', 'html'] as const) {
    const text = await print(id, format);
    expect(text).toContain('The service refused the key');
    expect(text).not.toContain(key.slice(0, 6));
  }
});

it('holds the summary of each turn below its prompt, with how it was made, and no secret of it', async () => {
  const id = await importText(toFile(talk.prompt('Why does it fail?'), talk.response('The answer of the turn, which is long enough.')));
  const [turn] = (await store.listSummarizableTurns(id, -1, 1))?.turns ?? [];
  if (!turn) throw new Error('no turn');
  const texts = { summary: `It used ${key}.`, tools_rationale: 'Bash: “to <see>”\nNo reason given for Edit.', key_findings: '' };
  const use = {
    model: 'clever-1',
    calls: 1,
    input_tokens: 9,
    output_tokens: 9,
    cost_usd: null,
    left_out: null,
    failure: null,
    rated: null,
  };
  const row = await summarizeTurn(
    {
      store,
      now: () => 0,
      summarizer: {
        summarize: () =>
          Promise.resolve({
            ...texts,
            confidence_level: 'Low',
            method: 'model',
            sentences: [],
            signals: [],
            verification: null,
            model: use,
          }),
      },
    },
    await getSession(store, id),
    turn,
  );
  expect(row.summary).toBe('It used [redacted: anthropic-key].');
  // As an earlier version may have stored it.
  await store.putSummaries([{ ...row, ...texts }], { isNew: true });
  const markdown = await print(id, 'markdown');
  expect(markdown).toContain(
    '> Why does it fail?\n\n**Summary** (by clever-1, confidence: Low)\n\nIt used [redacted: anthropic-key].\n\n' +
      'Tools:\n\n- Bash: “to <see>”\n- No reason given for Edit.\n\nThe answer',
  );
  const html = await print(id, 'html');
  expect(html).toContain('Summary by clever-1, confidence: Low</h3><p>It used [redacted: anthropic-key].</p>');
  expect(html).toContain('<li>Bash: “to &lt;see&gt;”</li>');
  const { steps } = JSON.parse(await print(id, 'atif')) as { steps: { extra?: object }[] };
  expect(steps.map(({ extra }) => extra)).toEqual([
    {
      turn_summary: {
        ...texts,
        summary: 'It used [redacted: anthropic-key].',
        confidence_level: 'Low',
        method: 'model',
        model: 'clever-1',
      },
    },
    undefined,
  ]);
  expect((await preview(id, 'html')).places).toMatchObject([{ where: 'T0 summary', seq: 0 }]);
  expect(await print(id, 'markdown', true)).toContain(`It used ${key}.`);
});

it('gives back the lines of a file byte for byte', async () => {
  for (const file of [await put('leaky.jsonl', leaky), path.join(fixtures, 'claude-code/compaction.jsonl')]) {
    const [id = ''] = await importInto(store, file);
    expect(await print(id, 'original', true)).toBe(await readFile(file, 'utf8'));
  }
});

it('exports long texts whole, and quotes what would end a fence', async () => {
  const lines = makeClaudeLines({ sessionId: 'long' });
  const output = `${'a line of output\n'.repeat(8_000)}\`\`\`\nlast`;
  const id = await importText(toFile(lines.prompt('Go'), lines.call('1', 'Bash', { command: 'x' }), lines.result('1', output)));
  const markdown = await print(id, 'markdown');
  expect(markdown).toContain(`\n\`\`\`\`\n${output}\n\`\`\`\`\n`);
  expect(await print(id, 'html')).toContain(output);
  expect(await print(id, 'atif')).toContain(JSON.stringify(output));
});

it('writes HTML in which no text becomes markup, and that asks for nothing', async () => {
  const lines = makeClaudeLines({ sessionId: 'hostile' });
  const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1)) ![p](https://evil.example/p.png) " ' </details></main>`;
  const id = await importText(
    toFile(
      lines.prompt(hostile),
      lines.call('1', hostile, { command: hostile }),
      lines.result('1', hostile, true),
      lines.response(`# ${hostile}\n\n| ${hostile} |\n|---|\n| x |\n\n\`\`\`js"><script>\n${hostile}\n\`\`\``),
      lines.title(hostile),
    ),
  );
  const html = await print(id, 'html');
  expect(html).toContain('alert(1)');
  expect(html).not.toMatch(/@import|url\(/u);
  const tags = [...html.matchAll(/<[!/]?(\w+)([^>]*)>/gu)];
  expect(tags.map(([, tag]) => tag).filter((tag) => ['script', 'img', 'link', 'iframe', 'base'].includes(tag ?? ''))).toEqual([]);
  const attributes = tags.flatMap(([, , rest = '']) => [...rest.matchAll(/([\w-]+)="[^"]*"/gu)].map(([, name]) => name));
  expect([...new Set(attributes)].sort()).toEqual([
    ...['aria-label', 'charset', 'class', 'content', 'href', 'http-equiv', 'id', 'lang', 'name', 'rel', 'start'],
  ]);
  expect(html.match(/<\/(?:details|main)>/gu)?.length).toBe(html.match(/<(?:details|main)[ >]/gu)?.length);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
  expect(html).toContain('<a href="https://evil.example/p.png" rel="noreferrer noopener nofollow">Image: p</a>');
});

/** Parts that another reader must find unchanged: turns with the texts of their prompts, and calls with their parameters and results. */
const describeSession = async (from: Store, session: Session) => {
  const calls = await from.listToolCalls(session.id, 1, 10_000, 10_000_000);
  const records = await from.listRecords(session.id, 0, 100_000, 10_000_000);
  return {
    family: session.family,
    turns: session.turns,
    output: session.tokens.output,
    said: records
      .filter(({ kind, inheritedFrom }) => ['prompt', 'response', 'reasoning'].includes(kind) && !inheritedFrom)
      .map(({ kind, text }) => [kind, text])
      .filter(([, text]) => text !== ''),
    calls: calls
      .filter(({ inheritedFrom }) => inheritedFrom === null)
      .map(({ name, params, resultText, outcome, exitCode }) => [name, toParams(params), resultText, outcome, exitCode]),
  };
};
const toParams = (params: string): unknown => {
  try {
    return JSON.parse(params);
  } catch {
    return params;
  }
};

const open = () => openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });

/** Sessions of a file, each of them found the same in another archive after a round trip. */
const readAgain = async (file: string): Promise<number> => {
  // Files that share entries change each other's counts.
  const [first, again] = [open(), open()];
  const ids = await importInto(first, file);
  for (const id of ids) {
    const session = await first.findSession(id);
    if (!session) throw new Error(`${file} has no session ${id}`);
    const [readId = ''] = await importInto(again, await put(`${id}.json`, await print(id, 'atif', true, first)));
    const read = await again.findSession(readId);
    expect(read?.nativeId, file).toBe(id);
    expect(read && (await describeSession(again, read)), file).toEqual(await describeSession(first, session));
  }
  await Promise.all([first.close(), again.close()]);
  return ids.length;
};

it('reads its own ATIF again as the same turns and calls', async () => {
  for (const name of ['claude-code', 'codex', 'atif']) {
    const names = (await readdir(path.join(fixtures, name))).filter((one) => /\.jsonl?$/u.test(one));
    for (const one of names) await readAgain(path.join(fixtures, name, one));
  }
}, 60_000);

it.skipIf(!samples)(
  'reads the ATIF of the samples again as the same turns and calls',
  async () => {
    for (const name of await readdir(path.join(samples ?? '', 'atif'), { recursive: true })) {
      if (name.endsWith('.json')) expect(await readAgain(path.join(samples ?? '', 'atif', name)), name).toBeGreaterThan(0);
    }
  },
  60_000,
);
