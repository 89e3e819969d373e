import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One HTTP endpoint. Path parameters are written `[name]`, as the route's folder is. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method;
  path: string;
  summary: string;
  params: Params;
  query: Query;
  /** JSON body; `null` schema: none. */
  body: Body;
  response: Response;
  /**
   * `json` unless the body of the request is raw bytes (`raw`), the response is a stream of events (`events`), markdown (`markdown`), an
   * image (`image`), a stream of JSON lines (`jsonl`) or a file to be saved (`file`).
   */
  transport: 'json' | 'raw' | 'events' | 'markdown' | 'image' | 'jsonl' | 'file';
  status: 200 | 201 | 204;
  /** Statuses of problems that are its own, and when it answers them. */
  problems?: Readonly<Record<number, string>>;
  /** Maximum size of a JSON body, if not the default of 1 MB. */
  maxBodyBytes?: number;
  /** Accepts a JSON body of any nesting; other endpoints refuse deep bodies. */
  anyDepth?: boolean;
};

/** An endpoint with JSON and status 200 by default. */
export const defineEndpoint = <
  M extends Method,
  const Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  endpoint: Omit<Endpoint<P, Q, B, R>, 'transport' | 'status'> &
    Partial<Pick<Endpoint, 'transport' | 'status' | 'problems' | 'maxBodyBytes' | 'anyDepth'>> & { method: M; path: Path },
): Endpoint<P, Q, B, R> & { method: M; path: Path } => ({ transport: 'json', status: 200, ...endpoint });
