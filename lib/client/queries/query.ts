import type { z } from 'zod';
import type { EndpointName, Endpoints } from '../../contracts/index.ts';

/** What an endpoint is asked with. */
export type Query<Name extends EndpointName> = z.input<Endpoints[Name]['query']>;
