import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { replaceFile } from '../lib/services/config/replace-file.ts';
import { addHooks, dropHooks, toHookCommand } from '../lib/services/hook/hook-settings.ts';

export type HookScope = { project: boolean; user: boolean; dryRun: boolean };

/** Beside the bundle in dist/. */
const script = path.resolve(import.meta.dirname, 'hook.mjs');
/** Settings may hold secrets. */
const ownerOnly = 0o600;

/** Puts the hook into Claude Code's settings: those of the folder that one is in, or of the user. */
export const installHook = (scope: HookScope): number => {
  const file = toSettingsFile(scope);
  return change(file, scope, addHooks(readSettings(file), toHookCommand(process.execPath, script, process.platform), file), {
    done: `Claude Code calls the hook from now on in new sessions: ${file}`,
    same: `The hook is there already: ${file}`,
  });
};

/** Takes the hook out again, and leaves all else. */
export const uninstallHook = (scope: HookScope): number => {
  const file = toSettingsFile(scope);
  const before = readSettings(file);
  return change(file, scope, before === null ? null : dropHooks(before, file), {
    done: `Claude Code calls the hook no more: ${file}`,
    same: `There is no hook of ours: ${file}`,
  });
};

const toSettingsFile = ({ user }: HookScope): string => path.join(user ? os.homedir() : process.cwd(), '.claude', 'settings.json');

const readSettings = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

const change = (file: string, { dryRun }: HookScope, text: string | null, say: { done: string; same: string }): number => {
  if (text === readSettings(file)) process.stdout.write(`${say.same}\n`);
  else if (dryRun) process.stdout.write(text ?? '');
  else {
    if (text !== null) replaceFile(file, text, ownerOnly);
    process.stdout.write(`${say.done}\n`);
  }
  return 0;
};
