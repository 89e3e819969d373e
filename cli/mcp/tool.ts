import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { toToolError } from '../../lib/server/problem.ts';
import { log, toLogFields } from '../../lib/server/log.ts';
import { toBoundedJson, toBoundedText } from './bound-json.ts';
import type { LazyServices, Services } from './open-services.ts';

type Shape = Record<string, z.ZodType>;

export type McpTool = { name: string; isReadOnly: boolean; register(server: McpServer, services: LazyServices): void };

type Definition<Fields extends Shape> = {
  name: string;
  title: string;
  description: string;
  /** Changes nothing. */
  isReadOnly: boolean;
  input: Fields;
  /** A text, or what is told as JSON. */
  run(services: Services, input: z.output<z.ZodObject<Fields>>): Promise<unknown>;
};

const toText = (value: unknown): CallToolResult['content'] => [
  { type: 'text', text: typeof value === 'string' ? toBoundedText(value) : toBoundedJson(value) },
];

/** What went wrong, as the tool's answer: an agent reads it and does otherwise. */
const toErrorAnswer = (error: unknown): CallToolResult => {
  const told = toToolError(error);
  if (told) return { isError: true, content: toText(told) };
  log('error', 'mcp', toLogFields(error));
  return {
    isError: true,
    content: toText({ status: 'error', error: 'The archive could not be asked; standard error of the server tells more.' }),
  };
};

/** A tool of the server. Arguments that it does not know are an error; answers are bounded. */
export const defineTool = <Fields extends Shape>({ name, title, description, isReadOnly, input, run }: Definition<Fields>): McpTool => ({
  name,
  isReadOnly,
  register: (server, services) => {
    const inputSchema = z.strictObject(input);
    const annotations = { title, readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, async (given: unknown): Promise<CallToolResult> => {
      try {
        return { content: toText(await run(services.get(), inputSchema.parse(given))) };
      } catch (error) {
        return toErrorAnswer(error);
      }
    });
  },
});
