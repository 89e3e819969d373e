import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

const command = path.resolve('dist/observatory.mjs');
export const isBuilt = existsSync(command);

let folder = '';
/** The folder of the test that runs: its home, where commands are run, with an archive of its own. */
export const folderOf = (): string => folder;

/** A new folder for each test of a file. */
export const useFolder = (): void => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-command-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
};

/** Runs the built command to its end. */
export const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: folder, OBSERVATORY_DB: path.join(folder, 'observatory.db') };
    execFile(process.execPath, [command, ...args], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
