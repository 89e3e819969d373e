import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const command = path.resolve('dist/observatory.mjs');
const isInstalled = (shell: string): boolean => {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-completion-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(program, args, { env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: folder }, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

/** Code that loads each shell's script and prints what can follow the words, where the last one is being typed. */
const completers: Record<string, (script: string, words: readonly string[]) => string> = {
  bash: (script, words) =>
    `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _observatory; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion in Zsh needs a terminal; these print what would be offered.
  zsh: (script, words) =>
    `compdef() {}; _describe() { print -l -- \${\${(P)3}%%:*} }; compadd() { shift; print -l -- $@ }; _files() { print FILES }; _message() {}
    source ${script}; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _observatory`,
  fish: (script, words) => `source ${script}; complete -C '${words.join(' ')}'`,
};

describe.skipIf(!existsSync(command))('observatory completion', () => {
  it.each(Object.keys(completers).map((shell) => [shell, isInstalled(shell)] as const))(
    'completes commands, options and choices in %s',
    async (shell, installed) => {
      const { code, stdout: text } = await run(process.execPath, command, 'completion', shell);
      expect(code).toBe(0);
      if (!installed) return;
      const script = path.join(folder, 'script');
      await writeFile(script, text);
      const complete = async (...words: string[]): Promise<string[]> => {
        const { stdout, stderr } = await run(shell, '-c', completers[shell]?.(script, ['observatory', ...words]) ?? '');
        expect(stderr).toBe('');
        return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
      };
      expect(await complete('')).toEqual(expect.arrayContaining(['import', 'sessions', 'export', 'data', 'completion']));
      expect(await complete('data', '')).toEqual(expect.arrayContaining(['backup', 'restore', 'compact', 'delete']));
      expect(await complete('data', '')).not.toContain('sessions');
      expect((await complete('export', '--format', '')).sort()).toEqual(['atif', 'html', 'markdown', 'original']);
      expect(await complete('data', 'delete', '--')).toEqual(expect.arrayContaining(['--project', '--before', '--dry-run']));
      expect(await complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
      await writeFile(path.join(folder, 'a-session.jsonl'), '');
      // Bash itself completes names of files where the script offers nothing.
      const files = await complete('import', '');
      expect(files.filter((one) => one !== 'FILES' && !one.startsWith('-') && one !== 'a-session.jsonl' && one !== 'script')).toEqual([]);
    },
    60_000,
  );

  it('without a command, prints help with three examples; with --version, its version', async () => {
    const { code, stdout } = await run(process.execPath, command);
    expect([code, stdout.match(/Examples:\n(?: {2}observatory .+\n?){3}$/u)]).toEqual([0, expect.anything()]);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await run(process.execPath, command, '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it('refuses other shells', async () => {
    const { code, stderr } = await run(process.execPath, command, 'completion', 'tcsh');
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });
});
