import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '../../../../db/open-store.ts';
import type { SinkConfig } from '../../../domain/sink-config.ts';
import type { Store } from '../../../store/store.ts';
import type { FileProblem } from '../../config/parse-config.ts';
import { makeObservationService } from '../../observations/observation-service.ts';
import { makeDeliveryRunner, type DeliveryRunner } from '../delivery-runner.ts';
import { makeDeliveryService } from '../delivery-service.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');
export const secret = 'a key of this test';

export const makeWebhook = (url: string, over: Partial<Extract<SinkConfig, { kind: 'webhook' }>> = {}): SinkConfig => ({
  kind: 'webhook',
  name: 'issues',
  url,
  secret_env: 'HOOK_KEY',
  severity: ['critical', 'high'],
  issue_type: 'bug',
  auto_assign: false,
  ...over,
});

/** A clock that can be put forward, an archive in a folder, and runners that send what goes out of it. */
export const openPostOffice = (sinks: SinkConfig[]) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-deliveries-'));
  const stores: Store[] = [];
  const runners: DeliveryRunner[] = [];
  const errors: unknown[] = [];
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const openTestStore = () => {
    const store = openStore(path.join(folder, 'observatory.db'), { migrationsFolder });
    stores.push(store);
    return store;
  };
  const store = openTestStore();
  const variables: Record<string, string | undefined> = { HOOK_KEY: secret };
  const problems: FileProblem[] = [];
  const load = () => ({ sinks, problems, notices: [], origin: problems.length > 0 ? ('usual' as const) : ('file' as const) });
  const service = makeDeliveryService({ store, config: { file: path.join(folder, 'observatory.config.yaml'), load }, variables, now });
  let reported = 0;
  const observations = makeObservationService({ store, now, makeId: () => `change-${(reported += 1)}`, person: 'mira', redacts: () => false });
  return {
    folder,
    store,
    service,
    observations,
    sinks,
    /** Problems in the configuration file. */
    problems,
    variables,
    errors,
    forward: (ms: number) => void (aheadMs += ms),
    now,
    /** A server, which sends with a connection of its own. */
    startRunner: (timeLimitMs = 400): DeliveryRunner => {
      const runner = makeDeliveryRunner({
        store: openTestStore(),
        loadSinks: () => sinks,
        variables,
        folder,
        now,
        random: () => 0.5,
        onError: (error) => errors.push(error),
        pollMs: 10,
        timeLimitMs,
      });
      runners.push(runner);
      runner.start();
      return runner;
    },
    /** Lets sinks begin now, without a server. */
    begin: () => store.queueDeliveries(sinks.map(({ name, severity }) => ({ sink: name, severities: severity })), now()),
    report: async (content: string, severity: 'critical' | 'high' | 'low' = 'critical') => {
      const body = {
        sessionId: null,
        observations: [{ observer: 'Security Reviewer', content, severity, sourceType: 'file' as const, sourceRef: 'a.ts:1', metadata: {} }],
      };
      const [made] = (await observations.create(body)).observations;
      if (!made) throw new Error('One was told.');
      return made;
    },
    list: async (state: 'pending' | 'sent' | 'dead' | null = null) => (await service.list({ state, cursor: null, limit: 200 })).items,
    close: async () => {
      await Promise.all(runners.map((runner) => runner.close()));
      await Promise.all(stores.map((one) => one.close()));
      await rm(folder, { recursive: true });
    },
  };
};

export type PostOffice = ReturnType<typeof openPostOffice>;
