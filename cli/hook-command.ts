import { existsSync, readFileSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { toConfigPath, toDatabasePath } from '../db/data-folder.ts';
import { hasCode } from '../lib/domain/errors.ts';
import { processVariables } from '../lib/server/env.ts';
import { replaceFile } from '../lib/services/config/replace-file.ts';
import { addHooks, dropHooks, toHookCommand } from '../lib/services/hook/hook-settings.ts';

export type HookScope = { project: boolean; user: boolean; dryRun: boolean };

/** Relative to the bundle in dist/. */
const script = path.resolve(import.meta.dirname, 'hook.mjs');

/** Adds the hook to the Claude Code settings of the current folder or of the user. It uses the archive of the present environment. */
export const installHook = (scope: HookScope): number => {
  const file = toSettingsFile(scope);
  const variables = processVariables();
  const archive = toDatabasePath(variables);
  const command = toHookCommand(process.execPath, script, process.platform, {
    ...(variables.OBSERVATORY_DB && { OBSERVATORY_DB: archive }),
    ...(variables.OBSERVATORY_CONFIG && { OBSERVATORY_CONFIG: toConfigPath(variables) }),
  });
  const place = `It records to ${archive}. To change that, set OBSERVATORY_DB and install the hook again.`;
  return change(file, scope, addHooks(readSettings(file), command, file), {
    done: `Hook installed. New Claude Code sessions call it: ${file}\n${place}`,
    same: `The hook is already installed: ${file}\n${place}`,
  });
};

/** Removes the hook and leaves all other settings alone. */
export const uninstallHook = (scope: HookScope): number => {
  const file = toSettingsFile(scope);
  const before = readSettings(file);
  return change(file, scope, before === null ? null : dropHooks(before, file), {
    done: `Hook removed: ${file}`,
    same: `The hook is not installed: ${file}`,
  });
};

const toSettingsFile = ({ user }: HookScope): string => path.join(user ? os.homedir() : process.cwd(), '.claude', 'settings.json');

const readSettings = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const change = (file: string, { dryRun }: HookScope, text: string | null, messages: { done: string; same: string }): number => {
  if (text === readSettings(file)) process.stdout.write(`${messages.same}\n`);
  else if (dryRun) process.stdout.write(text ?? '');
  else {
    // The settings may be a link that their owner made.
    if (text !== null) replaceFile(existsSync(file) ? realpathSync(file) : file, text);
    process.stdout.write(`${messages.done}\n`);
  }
  return 0;
};
