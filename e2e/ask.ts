import { expect } from '@playwright/test';
import type { z } from 'zod';
import { contracts } from '../lib/contracts/index.ts';
import type { SessionDetail } from '../lib/contracts/sessions.ts';
import type { Session } from '../lib/domain/session.ts';
import type { ToolCall } from '../lib/domain/tool-call.ts';

/** Response of the interface, read by its contract. */
export const ask = async <T extends z.ZodType>(schema: T, url: string): Promise<z.output<T>> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return schema.parse(await response.json());
};

/** Sessions as the interface lists them, at most 200; `query` as in the address. */
export const listSessions = (url: string, query = ''): Promise<{ items: Session[]; total: number }> =>
  ask(contracts.sessions.list.response, `${url}/api/sessions?limit=200&${query}`);

export const getSession = (url: string, id: string): Promise<SessionDetail> =>
  ask(contracts.sessions.get.response, `${url}/api/sessions/${id}`);

/** The first 500 tool calls of a session. */
export const listCalls = async (url: string, id: string): Promise<ToolCall[]> =>
  (await ask(contracts.sessions.toolCalls.response, `${url}/api/sessions/${id}/tool-calls?limit=500`)).toolCalls;

/** How many of the last imports still run. */
export const countRunningImports = async (url: string): Promise<number> =>
  (await ask(contracts.imports.list.response, `${url}/api/imports`)).items.filter(({ status }) => status === 'open').length;

/** The only entry, or the first; fails when there is none. */
export const first = <T>(list: readonly T[], what: string): T => {
  const [entry] = list;
  if (entry === undefined) throw new Error(`There is no ${what}.`);
  return entry;
};

/** The session with most failing calls. */
export const getFailingSession = async (url: string): Promise<Session> =>
  first((await listSessions(url, 'sort=errors&order=desc&hasErrors=true')).items, 'session with errors');

/** The session with most findings, once the observers have seen all calls. */
export const getFoundSession = async (url: string): Promise<Session> => {
  await waitForObservers(url);
  return first((await listSessions(url, 'sort=findings&order=desc&hasFindings=true')).items, 'session with findings');
};

/** Waits until the observers have seen all sessions. */
export const waitForObservers = async (url: string): Promise<void> => {
  const countUnobserved = async () => (await ask(contracts.observers.get.response, `${url}/api/observers`)).unobserved;
  await expect.poll(countUnobserved, { timeout: 30_000 }).toBe(0);
};
