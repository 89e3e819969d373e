import { missingRoute } from '@/lib/server/route.ts';

export const GET = missingRoute;
export const POST = missingRoute;
export const PUT = missingRoute;
export const PATCH = missingRoute;
export const DELETE = missingRoute;
