import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { postJson } from '../e2e/load.ts';
import { contracts, type Endpoint } from '../lib/contracts/index.ts';
import { folderOf, isBuilt, start, upload, useServers } from './__fixtures__/built-server.ts';

useServers();

const session = 'claude-code:s';
const globs = [
  `src/${'*a'.repeat(240)}zz.txt`,
  `src/${'**/a*/'.repeat(80)}zz.txt`,
  `src/${'{a,b}'.repeat(95)}zz.txt`,
  `src/${'{a*,*b}'.repeat(68)}zz.txt`,
  `src/${'+(a|aa)'.repeat(68)}zz.txt`,
  `src/${'*('.repeat(150)}a${')'.repeat(150)}zz.txt`,
  `src/${'?*'.repeat(240)}zz.txt`,
];
/** As long as most endpoints take them. */
const texts = ['a*', 'a ', '"a ', '-a:', '%_', 'a%', '(a|', '**/', '\\', '.*', '[a', 'aé', 'a" OR "', 'model:a,'].map((part) =>
  part.repeat(390 / part.length),
);

/** With `FUZZ_RUNS`, each place gets each text; without, neighbors take turns. */
const isLong = process.env['FUZZ_RUNS'] !== undefined;

/** Requests that carry a text in each place of each query, beside what else the endpoint needs. */
const needed = { split: 'model', value: 'm', field: 'tool', contains: 'a', format: 'markdown', q: 'a' };
const listRequests = ({ path: place, query }: Endpoint): string[] => {
  if (!(query instanceof z.ZodObject)) return [];
  const names = Object.keys(query.shape);
  const others = Object.entries(needed).filter(([name]) => names.includes(name));
  const address = place.replace('[id]', encodeURIComponent(session)).replace('[position]', '1');
  return names.flatMap((name, at) =>
    texts
      .filter((_, index) => isLong || index % 4 === at % 4)
      .map((text) => `${address}?${new URLSearchParams([...others.filter(([one]) => one !== name), [name, text]])}`),
  );
};

describe.skipIf(!isBuilt)('a server that is asked for hostile patterns', () => {
  it('answers, goes on with other work meanwhile, and ends when it is told to', { timeout: 120_000 }, async () => {
    const project = path.join(folderOf(), 'project');
    await mkdir(path.join(project, 'src'), { recursive: true });
    for (let at = 0; at < 300; at += 1) await writeFile(path.join(project, 'src', `${'a'.repeat(240)}${at}`), 'x');
    await mkdir(path.join(folderOf(), 'data'));
    const reviewers = globs.map(
      (glob, at) => `      - { name: r${at}, focus: x, watch: [{ type: files, paths: [${JSON.stringify(glob)}] }] }\n`,
    );
    await writeFile(
      path.join(folderOf(), 'data', 'bundle.yaml'),
      `bundle: { name: hostile }\nhooks:\n  - module: hooks-observations\n    config:\n     observers:\n${reviewers.join('')}`,
    );
    await writeFile(path.join(folderOf(), 'data', 'observatory.config.yaml'), 'reviewers:\n  bundles: [bundle.yaml]\n');
    const { url, child, exited } = await start();
    const talk = makeClaudeLines({ sessionId: 's', cwd: project });
    const lines = texts.flatMap((text) => [talk.prompt(text.repeat(40)), talk.response(`${'a'.repeat(60_000)} ${text}`)]);
    await upload(url, 's.jsonl', toFile(...lines));

    const over = new AbortController();
    const waits: number[] = [];
    const watching = (async () => {
      while (!over.signal.aborted) {
        const startedAt = performance.now();
        expect((await fetch(`${url}/api/health`)).status).toBe(200);
        waits.push(performance.now() - startedAt);
        await setTimeout(50);
      }
    })();
    const previews = await Promise.all(
      globs.map((_, at) => postJson(`${url}/api/reviewers/preview`, { session, reviewer: `hostile/r${at}` })),
    );
    expect(previews.map(({ status }) => status)).toEqual(globs.map(() => 200));
    const retrieved = await Promise.all(texts.map((text) => postJson(`${url}/api/retrieve`, { prompt: text.repeat(40) })));
    expect(retrieved.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const asked = Object.values(contracts)
      .flatMap((group) => Object.values<Endpoint>(group))
      .filter(({ method, transport }) => method === 'GET' && transport !== 'events')
      .flatMap(listRequests)
      .values();
    const statuses = new Set<number>();
    const askAll = async () => {
      for (const request of asked) {
        const response = await fetch(`${url}${request}`);
        await response.arrayBuffer();
        statuses.add(response.status);
      }
    };
    await Promise.all([askAll(), askAll(), askAll()]);
    over.abort();
    await watching;
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(statuses).toContain(200);
    expect(Math.max(...waits)).toBeLessThan(1_000);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});
