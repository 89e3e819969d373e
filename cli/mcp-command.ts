import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { log, toLogFields } from '../lib/server/log.ts';
import { readVersion } from '../lib/server/read-version.ts';
import { observationTools } from './mcp/observation-tools.ts';
import { makeMessageLimit } from './mcp/limit-messages.ts';
import { makeLazyServices } from './mcp/open-services.ts';
import { reviewTools } from './mcp/review-tools.ts';
import { serveTools } from './mcp/serve-tools.ts';
import { sessionTools } from './mcp/session-tools.ts';

/** Maximum size of one client message. */
const maxMessageBytes = 4 * 1024 * 1024;

export const mcpTools = [...observationTools, ...sessionTools, ...reviewTools];

/** Serves the Model Context Protocol on standard input and output until the client disconnects. Nothing else goes to standard output. */
export const mcpCommand = async (): Promise<number> => {
  const server = new McpServer({ name: 'trajectory-observatory', version: readVersion(path.resolve(import.meta.dirname, '..')) });
  const services = makeLazyServices();
  serveTools(server, mcpTools, services);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
    server.server.onclose = resolve;
  });
  server.server.onerror = (error) => log('warn', 'mcp', toLogFields(error));
  const messages = process.stdin.pipe(makeMessageLimit(maxMessageBytes, (error) => process.stdout.write(`${error}\n`)));
  await server.connect(new StdioServerTransport(messages, process.stdout, { maxBufferSize: maxMessageBytes }));
  await ended;
  await server.close();
  await services.close();
  process.stdin.destroy();
  return 0;
};
