import * as z from 'zod';
import type { Endpoint } from '../contracts/index.ts';
import { contracts } from '../contracts/index.ts';

type Json = Record<string, unknown>;

// Input side of the schemas, where instants are text.
const toSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const toParameters = (schema: z.ZodType, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const toRequestBody = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.transport === 'raw') return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  if (endpoint.body instanceof z.ZodNull) return undefined;
  return { required: true, content: { 'application/json': { schema: toSchema(endpoint.body) } } };
};

const contentTypes: Record<Endpoint['transport'], string> = {
  json: 'application/json',
  raw: 'application/json',
  events: 'text/event-stream',
  markdown: 'text/markdown',
  image: 'image/*',
  jsonl: 'application/jsonl',
  file: 'application/octet-stream',
};

const toProblemResponse = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { type: 'object' } } },
});

const toOperation = (endpoint: Endpoint): Json => {
  const requestBody = toRequestBody(endpoint);
  const contentType = contentTypes[endpoint.transport];
  return {
    summary: endpoint.summary,
    parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
    ...(requestBody && { requestBody }),
    responses: {
      [endpoint.status]: { description: endpoint.summary, content: { [contentType]: { schema: toSchema(endpoint.response) } } },
      ...Object.fromEntries(Object.entries(endpoint.problems ?? {}).map(([status, when]) => [status, toProblemResponse(when)])),
      default: toProblemResponse('A problem (RFC 9457)'),
    },
  };
};

/** OpenAPI 3.1 document from the endpoint table. */
export const computeOpenApi = (version: string): Json => {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group))) {
    const path = endpoint.path.replace(/\[(\w+)\]/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint) };
  }
  return { openapi: '3.1.0', info: { title: 'Trajectory Observatory', version }, paths };
};
