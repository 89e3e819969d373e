import { AppError } from '../../domain/errors.ts';
import type { ReviewerDefinition } from '../../domain/bundle.ts';
import { toDayStart } from '../../domain/instant.ts';
import { findNearestName } from '../../domain/nearest-name.ts';
import type { ReviewerTotals, ReviewSource } from '../../domain/review.ts';
import { estimateTokens } from '../../models/usage.ts';
import { makeBundleSchema } from '../../reviewers/bundle-schema.ts';
import { describeChange } from '../../reviewers/states.ts';
import type { ReviewFilter } from '../../store/review-store.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { getSession } from '../observe/session-calls.ts';
import { estimateCost } from './ask-reviewer.ts';
import { buildRequest } from './build-request.ts';
import { findRoot } from './find-root.ts';
import type { LoadedBundles } from './load-bundles.ts';
import { makeLook } from './look.ts';
import type { ReviewerModel } from './reviewer-models.ts';
import { noInput, type RunInput } from './run-input.ts';
import { findNothing, forcedReason, parseStates, syntheticReason, unchangedReason, type ReviewDeps } from './run-reviews.ts';

export type ReviewService = ReturnType<typeof makeReviewService>;

type Deps = ReviewDeps & { config: Pick<ConfigFile, 'file' | 'load'>; loadBundles: () => LoadedBundles; makeId: () => string };

type Start = {
  session: string;
  reviewers?: readonly string[] | undefined;
  force?: boolean | undefined;
  dry?: boolean | undefined;
  toTurn?: number | undefined;
  /** File of a bundle to use instead of those that are set up. */
  bundle?: string | undefined;
};

type Preview = Pick<Start, 'session' | 'force' | 'toTurn' | 'bundle'> & { reviewer: string };

const maxFilesShown = 200;
/** The event of runs that a person or an agent asks for. */
const askedFor = 'manual';

const noTotals: ReviewerTotals = {
  reviews: 0,
  unchanged: 0,
  failed: 0,
  found: 0,
  resolved: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  interruptedUsd: null,
  last: null,
};

const toAccess = ({ name, server, problem }: ReviewerModel) => ({ model: name, server, problem });

/** Shows bundles, reviewers and runs, and starts runs. Sessions are named by id or as `family:native id`; unknown ones fail with `not_found`. */
export const makeReviewService = (deps: Deps) => {
  const { store, load, models, home, now, config, loadBundles, makeId } = deps;

  /** By its id or its name. */
  const getReviewer = (id: string, file?: string): ReviewerDefinition => {
    const all = load(file).bundles.flatMap(({ reviewers }) => reviewers);
    const named = all.filter(({ name }) => name === id);
    const found = all.find((reviewer) => reviewer.id === id) ?? named[0];
    if (found && (found.id === id || named.length === 1)) return found;
    if (found)
      throw new AppError('invalid_input', `Several reviewers are named ${id}: ${named.map((one) => one.id).join(', ')}. Use an id.`);
    const ids = all.map((reviewer) => reviewer.id);
    if (ids.length === 0)
      throw new AppError('not_found', `There is no reviewer ${id}. List a bundle as reviewers.bundles in ${config.file}.`);
    const meant = findNearestName(id, ids);
    throw new AppError(
      'not_found',
      `There is no reviewer ${id}. ${meant === null ? `There are ${ids.join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  };
  const getRun = async (id: string) => {
    const run = await store.findReviewRun(id);
    if (!run) throw new AppError('not_found', `There is no review run ${id}.`);
    return run;
  };

  return {
    schema: makeBundleSchema,
    overview: async () => {
      const { file, load: loadConfig } = config;
      const { problems, notices, origin, reviewers: settings } = loadConfig();
      const { bundles, problems: bundleProblems } = loadBundles();
      const totals = await store.listReviewerTotals();
      const spent = await store.sumReviewCosts(toDayStart(now()));
      return {
        file,
        problems,
        notices,
        origin,
        bundles,
        bundleProblems,
        reviewers: bundles
          .flatMap((bundle) => bundle.reviewers)
          .map((reviewer) => ({
            id: reviewer.id,
            access: toAccess(models.find(reviewer)),
            totals: totals.get(reviewer.id) ?? noTotals,
          })),
        script: settings.provider === 'script' ? (settings.script ?? null) : null,
        budget: { dailyUsd: settings.daily_budget_usd, spentUsd: spent.usd, unpriced: spent.unpriced },
      };
    },
    preview: async ({ session: name, reviewer: wanted, force, toTurn, bundle: file }: Preview) => {
      const session = await getSession(store, name);
      const reviewer = getReviewer(wanted, file);
      const settings = config.load().reviewers;
      const root = await findRoot(session.cwd, { roots: settings.roots, home });
      const look = await makeLook({ ...deps, root }, { session, messages: null, toTurn })(reviewer);
      const [stored] = (await store.listReviewedStates(session.id)).filter(({ reviewerId }) => reviewerId === reviewer.id);
      const before = parseStates(stored);
      const built = await buildRequest(deps, { reviewer, session, look, before, budget: settings.budget });
      const model = models.find(reviewer);
      const change = describeChange(before, look.states) ?? (force ? forcedReason : null);
      const nothing = findNothing(look);
      return {
        instructions: built.request.instructions,
        prompt: built.request.prompt,
        leftOut: built.leftOut,
        files: look.files
          .map(({ path, bytes }) => ({ path, bytes, isSent: built.sent.has(path) }))
          .sort((a, b) => Number(b.isSent) - Number(a.isSent))
          .slice(0, maxFilesShown),
        fileCount: look.files.length,
        inputTokens: estimateTokens(built.request.instructions + built.request.prompt),
        costUsd: estimateCost(model, built.request),
        access: toAccess(model),
        isDue: nothing === null && change !== null && model.problem === null,
        reason: nothing ?? model.problem ?? change ?? unchangedReason,
      };
    },
    start: async ({ session: name, reviewers, force = false, dry = false, toTurn, bundle: file }: Start, source: ReviewSource) => {
      const session = await getSession(store, name);
      if (toTurn !== undefined && !dry)
        throw new AppError('invalid_input', 'body.toTurn is only for a rehearsal. Set body.dry to true, or leave it out.');
      const { bundles } = load(file);
      const named =
        reviewers?.map((name) => getReviewer(name, file).id) ??
        bundles.flatMap((bundle) => bundle.reviewers.filter(({ enabled }) => enabled).map(({ id }) => id));
      if (named.length === 0)
        throw new AppError(
          'invalid_input',
          file === undefined
            ? `No reviewer can look at this session, because none is set up. List a bundle as reviewers.bundles in ${config.file}.`
            : `No reviewer of ${file} is enabled.`,
        );
      if (session.synthetic && config.load().reviewers.provider !== 'script')
        throw new AppError('invalid_input', `${syntheticReason} Choose a session of yours, or set reviewers.provider to script.`);
      const input: RunInput = { ...noInput, reviewers: named, bundle: file ?? null, force, toTurn };
      return store.putReviewRun({
        id: makeId(),
        sessionId: session.id,
        event: askedFor,
        source,
        isDry: dry,
        dedupeKey: null,
        input: JSON.stringify(input),
        createdAtMs: now(),
      });
    },
    list: async (
      {
        session,
        reviewer,
        state,
      }: Omit<ReviewFilter, 'sessionId' | 'reviewerId'> & { session?: string | undefined; reviewer?: string | undefined },
      page: { cursor: string | null; limit: number },
    ) =>
      store.listReviewRuns(
        { sessionId: session === undefined ? undefined : (await getSession(store, session)).id, reviewerId: reviewer, state },
        page,
      ),
    get: getRun,
    cancel: async (id: string) => {
      const run = await store.cancelReviewRun(id, now());
      return run ?? getRun(id);
    },
    exchange: async (id: string, reviewer: string) => {
      const found = await store.readReviewExchange(id, reviewer);
      if (found) return found;
      await getRun(id);
      throw new AppError('not_found', `${reviewer} was not asked in this run, or what it was sent is no longer kept.`);
    },
  };
};
