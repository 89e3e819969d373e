import type { z } from 'zod';

/** What an endpoint is asked with. */
export type Query<E extends { query: z.ZodType }> = z.input<E['query']>;
