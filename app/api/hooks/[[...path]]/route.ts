import { handlersOf } from '@/lib/server/api.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handlersOf('hooks');
