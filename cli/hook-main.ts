import { startHook } from './hook-process.ts';

startHook(process.env);
