import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '../../lib/domain/errors.ts';
import type { LazyServices } from './open-services.ts';
import { toErrorAnswer, type McpTool } from './tool.ts';

/**
 * Serves tools without `McpServer.registerTool`, which reports invalid arguments in its own form: here every error is a tool result in
 * the form of `toErrorAnswer`.
 */
export const serveTools = ({ server }: McpServer, tools: readonly McpTool[], services: LazyServices): void => {
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ described }) => described) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool) return tool.call(services, params.arguments ?? {});
    const names = tools.map(({ name }) => name);
    return toErrorAnswer(new AppError('not_found', `Unknown tool ${params.name.slice(0, 100)}.`, { valid_tools: names }));
  });
};
