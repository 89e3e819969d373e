import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeConfigFile } from '../config/config-file.ts';
import { makeBundleLoader } from './load-bundles.ts';

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
    expect(open().load()).toEqual({ bundles: [], problems: [] });
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
    expect(loader.load()).toMatchObject({ bundles: [], problems: [{ message: expect.stringMatching(/^There is no a\./u) }] });
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
      { severity: 'error', file: at('config/missing.yaml'), line: null, key: '', message: 'There is no such file.' },
      { severity: 'error', file: at('config'), line: null, key: '', message: 'Not a regular file.' },
    ]);
  });

  it('are not read beyond 1 MB', () => {
    write('config/one.yaml', `#${'x'.repeat(1024 * 1024)}`);
    expect(open('one.yaml').load().problems).toMatchObject([{ message: 'The file has 1048577 bytes; the maximum is 1048576.' }]);
  });

  it('have names of their own: of two with one name, the first is used', () => {
    write('config/one.yaml', bundleOf('My bundle'));
    write('config/two.yaml', bundleOf('my-bundle'));
    const loader = open('one.yaml', 'two.yaml', 'one.yaml');
    expect(loader.load().bundles.map(({ file }) => file)).toEqual([at('config/one.yaml')]);
    expect(loader.load().problems.map(({ file, message }) => `${path.basename(file)} ${message}`)).toEqual([
      `two.yaml ${at('config/one.yaml')} has the name My bundle, too, and is used instead. Give this bundle another \`name\`.`,
      'one.yaml This bundle is named twice in the configuration. Remove one of the lines.',
    ]);
  });
});
