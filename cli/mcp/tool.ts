import { ToolSchema, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { normalizeTexts } from '../../lib/domain/normalize-texts.ts';
import { onlyKeys } from '../../lib/observations/only-keys.ts';
import { combineRedacted, redactPlain, type Redacted } from '../../lib/redaction/redact.ts';
import { log, toLogFields } from '../../lib/server/log.ts';
import { toToolError } from '../../lib/server/problem.ts';
import { toInputError } from '../../lib/services/observations/input-error.ts';
import { toBoundedJson, toBoundedText } from './bound-json.ts';
import type { LazyServices, Services } from './open-services.ts';

type Shape = Record<string, z.ZodType>;

export type McpTool = {
  name: string;
  isReadOnly: boolean;
  /** As clients see it. */
  described: Tool;
  /** Runs the tool with the client's arguments. Errors are results, too. */
  call(services: LazyServices, given: unknown): Promise<CallToolResult>;
};

type Definition<Fields extends Shape> = {
  name: string;
  title: string;
  description: string;
  /** Changes nothing. */
  isReadOnly: boolean;
  /** Sends something to others, and each time again. */
  asksOthers?: boolean;
  input: Fields;
  /** Text, or a value that is sent as JSON. */
  run(services: Services, input: z.output<z.ZodObject<Fields>>): Promise<unknown>;
};

/** Content for an agent. Redacted before it is cut, so that no part of a key is left at a cut. */
const toContent = (value: Redacted<unknown>): CallToolResult['content'] => [
  { type: 'text', text: typeof value === 'string' ? toBoundedText(value) : toBoundedJson(value) },
];

/** An error as a tool result, so that the agent can read it and correct itself. */
export const toErrorAnswer = (error: unknown): CallToolResult => {
  const reported = toToolError(error);
  if (reported) return { isError: true, content: toContent(redactPlain(reported)) };
  log('error', 'mcp', toLogFields(error));
  return {
    isError: true,
    content: toContent(combineRedacted({ status: 'error', error: 'The archive is not available. See standard error of the server.' })),
  };
};

/** Defines a tool. Unknown arguments are an error; results have a maximum length. */
export const defineTool = <Fields extends Shape>({
  name,
  title,
  description,
  isReadOnly,
  asksOthers = false,
  input,
  run,
}: Definition<Fields>): McpTool => {
  const schema = onlyKeys(input);
  const annotations = { title, readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: !asksOthers, openWorldHint: asksOthers };
  const inputSchema = ToolSchema.shape.inputSchema.parse(z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }));
  return {
    name,
    isReadOnly,
    described: { name, title, description, inputSchema, annotations },
    call: async (services, given) => {
      try {
        const normal = normalizeTexts(given);
        const { success, data, error } = schema.safeParse(normal);
        if (!success) throw toInputError(name, schema, normal, error);
        return { content: toContent(redactPlain(await run(services.get(), data))) };
      } catch (error) {
        return toErrorAnswer(error);
      }
    },
  };
};
