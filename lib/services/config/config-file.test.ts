import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../observers/observer-set.ts';
import { makeConfigFile, type ConfigFile } from './config-file.ts';

let folder: string;
let file: string;
let copyFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-config-'));
  file = path.join(folder, 'observatory.config.yaml');
  copyFile = path.join(folder, 'observatory.config.last.yaml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): ConfigFile => makeConfigFile({ file, copyFile });
const withThreshold = (threshold: number) =>
  `observers:\n  - observer: stall # mine\n    parameters:\n      repetition_threshold: ${threshold}\n`;
const threshold = (config: ConfigFile) => config.load().config.observers[0]?.parameters.repetition_threshold;

/** Message part for a file that may ask for redaction. */
const until = ' Until then, secrets are redacted on import, in case the file asks for it.';

describe('the configuration file', () => {
  it('keeps what it said last while an editor has emptied it', () => {
    writeFileSync(file, withThreshold(4));
    const config = open();
    expect(threshold(config)).toBe(4);
    writeFileSync(file, '');
    expect(config.load()).toMatchObject({ problems: [], origin: 'file' });
    writeFileSync(file, 'observers: [');
    expect(config.load().origin).toBe('copy');
    expect(threshold(config)).toBe(4);
  });

  it('is as usual while there is none, and none is made by reading', () => {
    expect(open().load()).toMatchObject({ revision: null, problems: [], origin: 'usual', config: defaultConfig });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is read again when it changed, and not otherwise', () => {
    writeFileSync(file, withThreshold(4));
    const config = open();
    const first = config.load();
    expect(threshold(config)).toBe(4);
    expect(config.load()).toBe(first);
    writeFileSync(file, withThreshold(5));
    expect(threshold(config)).toBe(5);
    rmSync(file);
    expect(config.load()).toMatchObject({ revision: null, origin: 'usual' });
  });

  it('costs microseconds while nothing changes', () => {
    writeFileSync(file, withThreshold(4));
    const config = open();
    config.load();
    const startedAt = performance.now();
    for (let times = 0; times < 1_000; times += 1) config.load();
    const eachUs = performance.now() - startedAt;
    process.stdout.write(`A look at the configuration takes ${eachUs.toFixed(1)} µs.\n`);
    expect(eachUs).toBeLessThan(200);
  });

  it('leaves the last one that was read well in use while it has problems, in other processes and after a start too', () => {
    writeFileSync(file, withThreshold(4));
    const config = open();
    config.load();
    writeFileSync(file, withThreshold(1));
    for (const reader of [config, open()]) {
      expect(reader.load()).toMatchObject({ origin: 'copy', problems: [{ line: 4, key: 'observers.0.parameters.repetition_threshold' }] });
      expect(threshold(reader)).toBe(4);
    }
    writeFileSync(file, withThreshold(6));
    expect([threshold(config), config.load().origin]).toEqual([6, 'file']);
  });

  it('falls back on the usual one where none was read well', () => {
    writeFileSync(file, 'observers: {');
    expect(open().load()).toMatchObject({ origin: 'usual', config: defaultConfig, problems: [{ line: 1 }] });
  });

  it('keeps secrets out of the database where that is asked for, also while the file has problems', () => {
    writeFileSync(file, 'redact: { on_import: true }\nobservers: {');
    expect(open().load()).toMatchObject({ origin: 'usual', redact: { on_import: true } });
    writeFileSync(file, 'observers: []\n');
    expect(open().load()).toMatchObject({ origin: 'file', redact: { on_import: false } });
    writeFileSync(file, 'redact:\n  "on_import": true # since May\nobservers: {');
    expect(open().load()).toMatchObject({ origin: 'copy', redact: { on_import: true } });
    writeFileSync(file, '# on_import: true\nobservers: {');
    expect(open().load()).toMatchObject({ origin: 'copy', redact: { on_import: false } });
  });

  it('tells what is no file, and what is too large', () => {
    mkdirSync(file);
    expect(open().load().problems).toMatchObject([{ line: null, message: `Not a regular file.${until}` }]);
    rmSync(file, { recursive: true });
    writeFileSync(file, `#${'x'.repeat(1024 * 1024)}`);
    expect(open().load().problems).toMatchObject([{ line: null, message: expect.stringContaining('1048577 bytes') }]);
  });

  it('is saved with its comments and mode, and leaves nothing beside it', () => {
    writeFileSync(file, `${withThreshold(4)}others: [a] # other\n`);
    chmodSync(file, 0o640);
    const config = open();
    const { revision, config: before } = config.load();
    const [stall] = before.observers;
    if (!stall) throw new Error('The file has an observer.');
    const saved = config.save({ ...before, observers: [{ ...stall, parameters: { repetition_threshold: 7 } }] }, revision);
    expect(readFileSync(file, 'utf8')).toBe(`${withThreshold(7)}others: [ a ] # other\n`);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(config.load()).toMatchObject({ revision: saved, problems: [] });
    expect(readdirSync(folder).sort()).toEqual(['observatory.config.last.yaml', 'observatory.config.yaml']);
  });

  it('is not read where others can change it or its folder, until they cannot', () => {
    writeFileSync(file, `${withThreshold(4)}redact: { on_import: false }\n`);
    const config = open();
    expect(config.load().origin).toBe('file');
    chmodSync(folder, 0o1777);
    expect(config.load()).toMatchObject({
      origin: 'usual',
      config: defaultConfig,
      // It might ask for it.
      redact: { on_import: true },
      problems: [{ line: null, message: `Other users can write to ${folder}. To prevent that, run \`chmod go-w ${folder}\`.${until}` }],
    });
    expect(config.load()).toBe(config.load());
    expect(() => config.save(defaultConfig, config.load().revision)).toThrow('chmod go-w');
    rmSync(file);
    expect(config.load()).toMatchObject({
      redact: { on_import: false },
      problems: [{ message: expect.stringContaining('chmod') as string }],
    });
    writeFileSync(file, withThreshold(4));
    chmodSync(folder, 0o700);
    expect([threshold(config), config.load().problems]).toEqual([4, []]);
    chmodSync(file, 0o664);
    expect(config.load()).toMatchObject({
      origin: 'copy',
      problems: [{ message: expect.stringContaining(`chmod go-w ${file}`) as string }],
    });
  });

  it('is not read, and nothing is written, through a link', () => {
    const real = path.join(folder, 'dotfiles.yaml');
    const other = path.join(folder, 'profile');
    writeFileSync(real, withThreshold(4));
    writeFileSync(other, 'mine');
    symlinkSync(real, file);
    symlinkSync(other, copyFile);
    expect(open().load().problems).toMatchObject([{ message: expect.stringContaining('is a symbolic link') as string }]);
    rmSync(file);
    writeFileSync(file, withThreshold(4));
    open().load();
    expect([readFileSync(other, 'utf8'), lstatSync(copyFile).isSymbolicLink()]).toEqual(['mine', true]);
  });

  it('is made where there is none, with its folder', () => {
    file = path.join(folder, 'new/place/config.yaml');
    const config = open();
    const saved = config.save({ ...defaultConfig, feedback: { write_file: false, still_after_calls: 3 } }, null);
    expect(readFileSync(file, 'utf8')).toContain('feedback:\n  write_file: false\n  still_after_calls: 3\n');
    expect(config.load().revision).toBe(saved);
  });

  it('is not saved over what another one wrote, over problems, or with wrong values', () => {
    writeFileSync(file, withThreshold(4));
    const config = open();
    const { revision } = config.load();
    writeFileSync(file, withThreshold(5));
    expect(() => config.save(defaultConfig, revision)).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining('changed since') }),
    );
    expect(() => config.save(defaultConfig, null)).toThrow(expect.objectContaining({ code: 'conflict' }));
    const wrong = { ...defaultConfig, observers: defaultConfig.observers.map((entry) => ({ ...entry, parameters: { nonsense: 1 } })) };
    expect(() => config.save(wrong, config.load().revision)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining('nonsense') }),
    );
    expect(readFileSync(file, 'utf8')).toBe(withThreshold(5));
    writeFileSync(file, withThreshold(1));
    expect(() => config.save(defaultConfig, config.load().revision)).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining('line 4') }),
    );
    expect(readFileSync(file, 'utf8')).toBe(withThreshold(1));
  });

  it('is read where nothing can be written beside it', () => {
    writeFileSync(file, withThreshold(4));
    const config = makeConfigFile({ file, copyFile: path.join(file, 'no-folder') });
    expect(threshold(config)).toBe(4);
    expect(existsSync(copyFile)).toBe(false);
  });
});
