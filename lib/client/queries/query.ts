import type { z } from 'zod';
import type { EndpointName, Endpoints } from '../../contracts/index.ts';

/** Query that an endpoint accepts. */
export type Query<Name extends EndpointName> = z.input<Endpoints[Name]['query']>;
