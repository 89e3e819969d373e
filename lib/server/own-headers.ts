import { randomBytes } from 'node:crypto';
import { AppError } from '../domain/errors.ts';

/** Headers by which our server and what Next.js runs behind it understand each other. */

const key = Symbol.for('trajectory-observatory.checked');
// The server and Next.js are separate bundles; they share the secret through the global object.
const shared: typeof globalThis & { [key]?: string } = globalThis;

const checkedHeader = 'x-observatory-checked';

/** Next.js drops `content-length`, so a route gives the length of its answer here. */
export const lengthHeader = 'x-observatory-length';

/** Whether a server of ours stands in front of Next.js in this process. */
export const isGuarded = (): boolean => shared[key] !== undefined;

/** Makes the secret with which this process marks requests that it has checked. Call before Next.js is loaded. */
export const startChecking = (): void => {
  shared[key] ??= randomBytes(32).toString('hex');
};

/** Marks a request that was checked; whatever its sender wrote there is overwritten. */
export const markChecked = (headers: Record<string, unknown>): void => {
  headers[checkedHeader] = shared[key];
};

/** Fails with `unavailable` unless this process has checked the request: routes and pages answer no other. */
export const requireChecked = (headers: Pick<Headers, 'get'>): void => {
  if (!isGuarded() || headers.get(checkedHeader) !== shared[key])
    throw new AppError('unavailable', 'The server is starting. Repeat the request in a moment.');
};
