import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs a program in the repository and waits for it. Its output goes to `output` (default: ours). Answers its exit
 * code; 127 when it cannot be started, 124 when it ran for longer than `limitMs` and was stopped with its children.
 */
export const run = (command, args, { env = {}, output = 'inherit', limitMs = 0 } = {}) =>
  new Promise((resolve) => {
    const stdio = output === 'stderr' ? ['ignore', 2, 2] : ['ignore', output, output];
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio, detached: limitMs > 0 });
    let late = false;
    const timer =
      limitMs > 0
        ? setTimeout(() => {
            late = true;
            process.kill(-child.pid, 'SIGKILL');
          }, limitMs)
        : undefined;
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    const end = (code) => {
      clearTimeout(timer);
      process.off('SIGTERM', stop);
      resolve(late ? 124 : code);
    };
    child.once('error', () => end(127));
    child.once('close', (code) => end(code ?? 1));
  });

/** The file behind a package's command, to be run by this very node without a shell. */
export const binary = (name) => path.join(root, 'node_modules', name);
