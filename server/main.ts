import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { codeOf } from '../lib/domain/errors.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { isAppError, toExitCode } from '../lib/server/problem.ts';
import { serve } from './serve.ts';

// By default, V8 lets garbage grow to four times the memory in use before it collects it. The flag applies to threads, too.
setFlagsFromString('--heap-growing-percent=50');

// A failed request must not take the others with it.
process.on('unhandledRejection', (error) => log('error', 'unhandled rejection', toLogFields(error)));
process.on('uncaughtException', (error) => log('error', 'uncaught exception', toLogFields(error)));

try {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, host: { type: 'string' }, watch: { type: 'string', multiple: true }, demo: { type: 'boolean' } },
  });
  await serve({ port: values.port, host: values.host, watch: values.watch ?? [], demo: values.demo ?? false });
} catch (error) {
  const isUsage = error instanceof TypeError && codeOf(error)?.startsWith('ERR_PARSE_ARGS');
  if (isAppError(error) || isUsage) process.stderr.write(`${toVisibleText(error.message)}\n`);
  else log('error', 'start', toLogFields(error));
  process.exit(isUsage ? 2 : toExitCode(error));
}
