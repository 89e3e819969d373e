import { handlersOf } from '@/lib/server/api.ts';

/** Addresses below /api that belong to no subject. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handlersOf(null);
