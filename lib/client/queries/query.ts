import type { z } from 'zod';
import type { Endpoints } from '../../contracts/index.ts';

/** What an endpoint is asked with. */
export type Query<Name extends keyof Endpoints> = z.input<Endpoints[Name]['query']>;
