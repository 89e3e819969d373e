import { startHook } from './hook-process.ts';

/** Files that `hook install` wrote into the command. */
const files: Record<string, string> = {};
for (const argument of process.argv) {
  const [, name, file] = /^(OBSERVATORY_DB|OBSERVATORY_CONFIG)=(.+)$/su.exec(argument) ?? [];
  if (name !== undefined && file !== undefined) files[name] = file;
}

// eslint-disable-next-line no-restricted-properties -- lib/server/env.ts loads what checks settings, for which a hook has no time
startHook({ ...process.env, ...files });
