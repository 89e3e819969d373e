import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { findExposure, makePrivate, makePrivateFolder, readPrivateFile, refuseExposed } from './private-files.ts';

// Only root can give files to somebody else.
const isRoot = process.geteuid?.() === 0;
const other = 65_534;
const own = process.geteuid?.() ?? 0;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-private-'));
  file = path.join(folder, 'file');
  writeFileSync(file, 'text', { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const forbidden = (message: string) =>
  expect.objectContaining({ code: 'forbidden', message: expect.stringContaining(message) as string }) as Error;

describe('makePrivate', () => {
  it('takes the rights of others away once, and says where', () => {
    for (const [kind, mode] of [
      ['data', 0o664],
      ['trusted', 0o644],
    ] as const) {
      const paths = { data: [], trusted: [], [kind]: [file, path.join(folder, 'none')] };
      chmodSync(file, mode);
      expect(makePrivate(paths)).toEqual([file]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(makePrivate(paths)).toEqual([]);
    }
  });

  it('trusts nothing that others could write to until now', () => {
    for (const [place, mode] of [
      [file, 0o620],
      [file, 0o602],
      [folder, 0o770],
    ] as const) {
      chmodSync(place, mode);
      expect(makePrivate({ data: [], trusted: [place] })).toEqual([]);
      expect(statSync(place).mode & 0o777).toBe(mode);
      expect(() => readPrivateFile(file)).toThrow(forbidden(`\`chmod go-w ${place}\``));
      chmodSync(place, mode & 0o700);
    }
  });

  it.skipIf(!existsSync('/proc/self/comm'))('passes over files whose system has no such modes', () => {
    expect(makePrivate({ data: ['/proc/self/comm'], trusted: [] })).toEqual([]);
  });

  it.skipIf(!isRoot)('passes over links that another user made', () => {
    chmodSync(file, 0o644);
    const link = path.join(folder, 'link');
    symlinkSync(file, link);
    lchownSync(link, other, other);
    expect(makePrivate({ data: [link], trusted: [] })).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });
});

describe('a private file', () => {
  it('is read; a missing one is null', () => {
    expect([readPrivateFile(file), readPrivateFile(path.join(folder, 'none')), readPrivateFile(path.join(file, 'none'))]).toEqual([
      'text',
      null,
      null,
    ]);
  });

  it('is read exactly where neither others nor the group can write to it or its folder', () => {
    fc.assert(
      fc.property(fc.nat(0o7777), fc.nat(0o7777), (ofFile, ofFolder) => {
        chmodSync(file, (ofFile & 0o3777) | 0o400);
        chmodSync(folder, (ofFolder & 0o3777) | 0o700);
        const exposed = (ofFolder & 0o022) !== 0 ? folder : (ofFile & 0o022) !== 0 ? file : null;
        if (exposed === null) expect(readPrivateFile(file)).toBe('text');
        else expect(() => readPrivateFile(file)).toThrow(forbidden(`\`chmod go-w ${exposed}\``));
        expect(findExposure(folder)).toEqual(exposed === folder ? expect.stringContaining('write to') : null);
      }),
      fuzz(200),
    );
    chmodSync(folder, 0o700);
  });

  it.skipIf(!isRoot)('is not read where it or its folder belongs to another user', () => {
    chownSync(file, other, own);
    expect(() => readPrivateFile(file)).toThrow(forbidden(`belongs to another user (${other})`));
    expect(() => readPrivateFile(file)).toThrow(`run \`sudo chown ${own} ${file}\`.`);
    chownSync(file, own, own);
    chmodSync(folder, 0o775);
    chownSync(folder, other, own);
    expect(() => readPrivateFile(file)).toThrow(`run \`sudo chown ${own} ${folder} && sudo chmod go-w ${folder}\`.`);
  });

  it('quotes its path for a shell', () => {
    const odd = path.join(folder, "it's");
    writeFileSync(odd, '');
    chmodSync(odd, 0o666);
    expect(() => readPrivateFile(odd)).toThrow(`\`chmod go-w '${folder}/it'\\''s'\``);
  });

  it('is no link, folder, pipe or socket, and not too large', () => {
    const link = path.join(folder, 'link');
    symlinkSync(file, link);
    expect(() => readPrivateFile(link)).toThrow(forbidden('is a symbolic link, which is not followed'));
    const pipe = path.join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const one of [folder, pipe]) expect(() => readPrivateFile(one)).toThrow(expect.objectContaining({ code: 'unreadable' }));
    expect(() => readPrivateFile(file, 3)).toThrow('The file has 4 bytes; the maximum is 3.');
  });
});

describe('a private folder', () => {
  it('is made with its parents', () => {
    const made = path.join(folder, 'a/b/c');
    expect(makePrivateFolder(made)).toBe(made);
    expect(makePrivateFolder(made)).toBe(made);
    expect([statSync(made).mode & 0o777, statSync(path.dirname(made)).mode & 0o777]).toEqual([0o700, 0o700]);
  });

  it('is refused where others can write to it or to its parent, and where something else is in its place', () => {
    const made = path.join(folder, 'made');
    mkdirSync(made);
    chmodSync(made, 0o770);
    expect(() => makePrivateFolder(made)).toThrow(forbidden(`chmod go-w ${made}`));
    chmodSync(made, 0o700);
    chmodSync(folder, 0o1777);
    expect(() => makePrivateFolder(made)).toThrow(forbidden(`chmod go-w ${folder}`));
    expect(() => makePrivateFolder(path.join(folder, 'new'))).toThrow(forbidden(`chmod go-w ${folder}`));
    expect(existsSync(path.join(folder, 'new'))).toBe(false);
    chmodSync(folder, 0o700);
    const link = path.join(folder, 'link');
    symlinkSync(made, link);
    expect(() => makePrivateFolder(link)).toThrow(forbidden('symbolic link'));
    expect(() => refuseExposed(link)).toThrow(forbidden('symbolic link'));
    expect(() => makePrivateFolder(file)).toThrow(forbidden('is not a folder'));
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});
