import { startHook } from './hook-process.ts';

// eslint-disable-next-line no-restricted-properties -- lib/server/env.ts loads what checks settings, for which a hook has no time
startHook(process.env);
