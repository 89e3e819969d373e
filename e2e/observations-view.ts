import type { Page } from '@playwright/test';
import type { z } from 'zod';
import { contracts } from '../lib/contracts/index.ts';
import { ask } from './ask.ts';
import type { Served } from './start-server.ts';

const { observations } = contracts;
export type Reported = Partial<z.input<typeof observations.create.body>['observations'][number]>;

export const post = async (url: string, body: unknown): Promise<unknown> => {
  const { origin } = new URL(url);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Tells observations, as somebody else would. */
export const report = async ({ url }: Served, ...reported: Reported[]) =>
  observations.create.response.parse(
    await post(`${url}/api/observations`, {
      observations: reported.map((one, at) => ({ observer: 'test-integrity', severity: 'high', content: `Thing ${at}`, ...one })),
    }),
  ).observations;

export const listGroups = ({ url }: Served, query = '') =>
  ask(observations.groups.response, `${url}/api/observations/groups?limit=200&${query}`);
export const getState = async (server: Served, fingerprint: string): Promise<string> =>
  (await ask(observations.group.response, `${server.url}/api/observations/groups/${fingerprint}`)).group.state;
export const attentionQuery = 'state=open,regressed&severity=critical,high,medium';

export const table = (page: Page) => page.getByRole('table', { name: 'Observations' });
export const rows = (page: Page) => table(page).locator('[data-row]');
export const current = (page: Page) => table(page).locator('[data-row][aria-current=true]');
export const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title });
export const notice = (page: Page) => page.getByRole('status', { name: 'Last action' });
export const detail = (page: Page) => page.getByRole('region', { name: 'Observation', exact: true });
export const view = (page: Page, name: RegExp) => page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name });
export const keyOf = async (page: Page): Promise<string> => (await current(page).getAttribute('data-row')) ?? '';
