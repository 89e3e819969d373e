import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { redact } from '../lib/redaction/redact.ts';
import { atLeast, atMost, type Figure } from './figure.ts';

/** Texts that make careless patterns slow, repeated to a megabyte. */
const hostile = [
  'token1:',
  'password: ',
  '"password":"',
  'secret_key_',
  '-----BEGIN PRIVATE KEY-----\n',
  'a://b:',
  'cookie: a=b; ',
  'curl -u ',
  'eyJa.',
];
const megabyte = 1_000_000;

/** Calls whose arguments are strings of JSON, as providers record them. */
const nested = JSON.stringify(
  Array.from({ length: 5_000 }, (_, at) => ({
    id: `call_${at}`,
    type: 'function',
    arguments: JSON.stringify({
      command: `npm test -- --run "lib/part-${at}" && git status --short`,
      cwd: `/home/dev/project-${at % 20}`,
      at,
    }),
  })),
);

/** Without real files: the formats' fixtures. */
const folder = process.env.OBSERVATORY_SAMPLES ?? path.resolve('lib/formats/__fixtures__');

/** Throughput of redaction over session files, and the longest time that a megabyte of hostile text takes. */
export const measureRedaction = async (): Promise<Figure[]> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:jsonl?|traj)$/u.test(name));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  const startedAt = performance.now();
  for (const text of texts) redact(text);
  const seconds = (performance.now() - startedAt) / 1_000;
  const times = hostile.map((part) => {
    const text = part.repeat(megabyte / part.length);
    const from = performance.now();
    redact(text);
    return performance.now() - from;
  });
  const nestedFrom = performance.now();
  redact(nested);
  const nestedSeconds = (performance.now() - nestedFrom) / 1_000;
  return [
    atLeast('redaction of nested arguments', nested.length / megabyte / nestedSeconds, 1, 'MB/s'),
    atLeast('redaction of session files', chars / megabyte / seconds, 5, 'MB/s'),
    atMost('redaction of 1 MB of hostile text', Math.max(...times), 5_000, 'ms'),
  ];
};
