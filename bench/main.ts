import { measureAgents } from './agents.ts';
import { measureCommandKills } from './attack-commands.ts';
import { measureAttackEnding } from './attack-ending.ts';
import { measureKills } from './attack-kills.ts';
import { measureMixedLoad } from './attack-load.ts';
import { measureAttackMemory } from './attack-memory.ts';
import { measureMutations } from './attack-mutations.ts';
import { measureRedaction } from './attack-redaction.ts';
import { measureAttackRepeats } from './attack-repeats.ts';
import { measureCalibration } from './calibration.ts';
import { chooseBenches } from './choose.ts';
import { measureData } from './data.ts';
import { isMet, printFigure, type Figure } from './figure.ts';
import { measureFirstHour } from './first-hour.ts';
import { measureHook } from './hook.ts';
import { importBundled } from './import-bundled.ts';
import { measureImportAgain } from './import-again.ts';
import { measureImport } from './import-speed.ts';
import { measureLists } from './lists.ts';
import { measureLiveAppend } from './live-append.ts';
import { measureLongSession } from './long-session.ts';
import { measureMetrics } from './metrics.ts';
import type * as labels from './observer-labels.ts';
import type * as observers from './observers.ts';
import { measurePageImport } from './page-import.ts';
import { measureRetrieval } from './retrieval-speed.ts';
import { measureReviews } from './reviews.ts';
import { measureMatching } from './rewordings.ts';
import { measureSearch } from './search.ts';
import { measureServe } from './serve.ts';
import { measureSmallFiles } from './small-files.ts';
import { measureSummaries } from './summaries.ts';
import type * as statistics from './statistics.ts';
import { measureTriagePage } from './triage-page.ts';
import { measureTrajectories } from './trajectories.ts';
import { measureTriage } from './triage.ts';

/**
 * `npm run bench [-- NAME…] [-- --full] [-- --minutes=N]`: prints every figure beside its limit. The server must be built. `--full` takes a
 * file of 1 GB, 10,000 small files and snapshots, a session of 200,000 records, a search and retrieval of 1,000,000, and 15 minutes of mixed
 * load; `--minutes` is how long that lasts. Ends with 1 when a limit was missed or a bench failed.
 */
const onlyFull: Record<string, () => Promise<Figure[]>> = { longest: () => measureLongSession(200_000) };

const benches: Record<string, () => Promise<Figure[]>> = {
  import: () => measureImport(choice.full),
  small: () => measureSmallFiles(choice.full),
  again: measureImportAgain,
  first: measureFirstHour,
  page: measurePageImport,
  long: () => measureLongSession(20_000),
  serve: measureServe,
  live: measureLiveAppend,
  lists: measureLists,
  data: measureData,
  search: () => measureSearch(choice.full),
  metrics: measureMetrics,
  retrieval: () => measureRetrieval(choice.full),
  rewordings: measureMatching,
  agents: () => measureAgents(choice.full),
  attack: async () => [
    ...(await measureKills(choice.full)),
    ...(await measureCommandKills(choice.full)),
    ...(await measureMutations(choice.full)),
    ...(await measureAttackRepeats()),
    ...(await measureRedaction()),
    ...(await measureAttackMemory()),
    ...(await measureAttackEnding()),
    ...(await measureMixedLoad(choice.minutes ?? (choice.full ? 15 : 1))),
  ],
  hook: measureHook,
  reviews: measureReviews,
  precision: async () => (await importBundled<typeof labels>('bench/observer-labels.ts')).measureLabels(),
  observers: async () => (await importBundled<typeof observers>('bench/observers.ts')).measureObservers(),
  summaries: measureSummaries,
  calibration: measureCalibration,
  statistics: async () => (await importBundled<typeof statistics>('bench/statistics.ts')).measureStatistics(),
  trajectories: () => measureTrajectories(choice.full),
  triage: measureTriage,
  'triage-page': measureTriagePage,
};

const choice = chooseBenches(process.argv.slice(2), Object.keys(benches), Object.keys(onlyFull));

const run = async (): Promise<void> => {
  let missed = 0;
  for (const name of choice.names) {
    try {
      for (const figure of (await (benches[name] ?? onlyFull[name])?.()) ?? []) {
        process.stdout.write(`${printFigure(figure)}\n`);
        if (!isMet(figure)) missed += 1;
      }
    } catch (error) {
      missed += 1;
      process.stdout.write(`${name}: failed: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  process.exitCode = missed > 0 ? 1 : 0;
};

if (choice.unknown.length === 0) void run();
else {
  const known = `Benches: ${Object.keys(benches).join(', ')}; with --full also ${Object.keys(onlyFull).join(', ')}.`;
  process.stderr.write(`No bench or option is called ${choice.unknown.join(', ')}. ${known}\n`);
  process.exitCode = 2;
}
