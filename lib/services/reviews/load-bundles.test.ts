import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeConfigFile } from '../config/config-file.ts';
import { parseDefinition } from '../../reviewers/parse-bundle.ts';
import { makeBundleLoader, openBundleFile } from './load-bundles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-bundles-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const bundleOf = (name: string, observer = '{ name: A, focus: x, watch: [{ type: conversation }] }') =>
  `name: ${name}\nhooks: [{ module: hooks-observations, config: { observers: [${observer}] } }]\n`;

const open = (...bundles: string[]) => {
  write('config/observatory.config.yaml', `reviewers:\n  bundles: ${JSON.stringify(bundles)}\n`);
  return makeBundleLoader(makeConfigFile({ file: at('config/observatory.config.yaml'), copyFile: at('copy.yaml') }));
};
const idsOf = (loader: ReturnType<typeof open>) => loader.load().bundles.flatMap(({ reviewers }) => reviewers.map(({ id }) => id));

describe('the bundles of the configuration', () => {
  it('are none by default', () => {
    expect(open().load()).toEqual({ bundles: [], problems: [], stamps: new Map() });
  });

  it('are found beside the configuration file, through links, too', () => {
    write('config/one.yaml', bundleOf('one'));
    write('elsewhere/two.yaml', bundleOf('two'));
    symlinkSync(at('elsewhere/two.yaml'), at('config/link.yaml'));
    const loader = open('one.yaml', 'link.yaml', at('elsewhere/two.yaml'));
    expect(idsOf(loader)).toEqual(['one/a', 'two/a']);
    expect(loader.load().problems).toMatchObject([
      { severity: 'error', file: at('elsewhere/two.yaml'), message: expect.stringContaining(at('config/link.yaml')) },
    ]);
  });

  it('are read again when one of their files changed, appeared or went, and not otherwise', () => {
    write('config/one.yaml', bundleOf('one', '{ observer: a, watch: [{ type: conversation }] }'));
    const loader = open('one.yaml');
    expect(loader.load()).toMatchObject({ bundles: [], problems: [{ message: expect.stringMatching(/^No such file: a\./u) }] });
    write('config/a.md', '---\nobserver: { name: First }\n---\nErrors\n');
    expect(idsOf(loader)).toEqual(['one/first']);
    const loaded = loader.load();
    expect(loader.load()).toBe(loaded);
    write('config/b.md', '---\nobserver: { name: Other }\n---\nErrors\n');
    renameSync(at('config/b.md'), at('config/a.md'));
    expect(idsOf(loader)).toEqual(['one/other']);
    rmSync(at('config/a.md'));
    expect(idsOf(loader)).toEqual([]);
  });

  it('are read again when the configuration names others', () => {
    write('config/one.yaml', bundleOf('one'));
    write('config/two.yaml', bundleOf('two'));
    const loader = open('one.yaml');
    expect(idsOf(loader)).toEqual(['one/a']);
    write('config/observatory.config.yaml', 'reviewers:\n  bundles: [two.yaml]\n');
    expect(idsOf(loader)).toEqual(['two/a']);
  });

  it('cost microseconds while nothing changes', () => {
    for (let one = 0; one < 20; one += 1) write(`config/${one}.md`, '---\nobserver: {}\n---\nErrors\n');
    const entries = Array.from({ length: 20 }, (_, one) => `{ observer: "${one}", name: n${one}, watch: [{ type: conversation }] }`);
    write('config/one.yaml', bundleOf('one', entries.join(', ')));
    const loader = open('one.yaml');
    expect(idsOf(loader)).toHaveLength(20);
    const startedAt = performance.now();
    for (let times = 0; times < 1_000; times += 1) loader.load();
    const eachUs = performance.now() - startedAt;
    process.stdout.write(`A look at 21 files of bundles takes ${eachUs.toFixed(1)} µs.\n`);
    expect(eachUs).toBeLessThan(2_000);
  });

  it('say where what is missing was looked for, and keep the others', () => {
    write('config/one.yaml', bundleOf('one'));
    const loader = open('missing.yaml', 'one.yaml', '.');
    expect(idsOf(loader)).toEqual(['one/a']);
    expect(loader.load().problems).toEqual([
      { severity: 'error', file: at('config/missing.yaml'), line: null, key: '', message: 'No such file.' },
      { severity: 'error', file: at('config'), line: null, key: '', message: 'Not a regular file.' },
    ]);
  });

  it('are not read beyond 256 kB', () => {
    write('config/one.yaml', `#${'x'.repeat(256 * 1024)}`);
    expect(open('one.yaml').load().problems).toMatchObject([{ message: 'The file has 262145 bytes; the maximum is 262144.' }]);
  });

  it('have names of their own: of two with one name, the first is used', () => {
    write('config/one.yaml', bundleOf('My bundle'));
    write('config/two.yaml', bundleOf('my-bundle'));
    const loader = open('one.yaml', 'two.yaml', 'one.yaml');
    expect(loader.load().bundles.map(({ file }) => file)).toEqual([at('config/one.yaml')]);
    expect(loader.load().problems.map(({ file, message }) => `${path.basename(file)} ${message}`)).toEqual([
      `two.yaml ${at('config/one.yaml')} is also named My bundle and is used instead. Give one of them another \`name\`.`,
      'one.yaml The configuration names this bundle twice. Remove one of the entries.',
    ]);
  });
});

const samples = path.join(process.env.OBSERVATORY_SAMPLES ?? '', 'amplifier-observers');

describe.skipIf(process.env.OBSERVATORY_SAMPLES === undefined)('bundles of Amplifier', () => {
  it('are all read', () => {
    const examples = readdirSync(path.join(samples, 'examples')).map((name) => path.join(samples, 'examples', name));
    const loader = open(path.join(samples, 'bundle.md'), ...examples);
    expect(
      loader
        .load()
        .bundles.map(({ name, reviewers }) => `${name} ${reviewers.length}`)
        .sort(),
    ).toEqual([
      'full-stack-review 9',
      'multi-observer 5',
      'observers 2',
      'simple-observer 1',
      'systems-thinking 5',
      'tiered-review 5',
      'writing-review 4',
    ]);
    expect(loader.load().problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('define 50 reviewers in Markdown', () => {
    const files = readdirSync(path.join(samples, 'observers')).map((name) => path.join(samples, 'observers', name));
    const names = files.map((file) => parseDefinition(file, openBundleFile)?.name ?? null);
    expect([names.length, new Set(names).size, names.includes(null)]).toEqual([50, 50, false]);
  });
});
