import type * as endpoint from '../../contracts/endpoint.ts';
import type { contracts } from '../../contracts/index.ts';

type Endpoints = (typeof contracts)['observations'];
type Name = keyof Endpoints;

/** What comes in at an endpoint of observations, and what it answers. */
export type Asked<N extends Name> = endpoint.Asked<Endpoints[N]>;
export type Answer<N extends Name> = endpoint.Answer<Endpoints[N]>;

/** Endpoints as functions, each with the parts of the request that it reads. */
export type Reads<N extends Name> = { [One in N]: (request: Pick<Asked<One>, 'params' | 'query'>) => Promise<Answer<One>> };
export type Writes<N extends Name> = { [One in N]: (request: Pick<Asked<One>, 'params' | 'body'>) => Promise<Answer<One>> };
