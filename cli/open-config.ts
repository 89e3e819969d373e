import { toConfigCopyPath, toConfigPath } from '../db/data-folder.ts';
import { processVariables } from '../lib/server/env.ts';
import { makeConfigFile, type ConfigFile } from '../lib/services/config/config-file.ts';

/** The configuration file that the server also reads. */
export const openConfig = (): ConfigFile => {
  const variables = processVariables();
  return makeConfigFile({ file: toConfigPath(variables), copyFile: toConfigCopyPath(variables) });
};
