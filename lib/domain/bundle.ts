import * as z from 'zod';
import { createIssuesFor } from './sink-config.ts';
import { modelProvider } from './summaries-config.ts';

/** Part of a session that a reviewer looks at: files below the session's folder by glob patterns, or the conversation. */
export const watchSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('files'), paths: z.array(z.string()) }),
  z.object({ type: z.literal('conversation'), includeToolCalls: z.boolean(), includeReasoning: z.boolean() }),
]);
export type WatchSource = z.infer<typeof watchSource>;

/** When reviewers run. `event` is a name of ours (see lib/reviewers/events.ts) or a custom one; `tools` limits `tool:post` to some tools. */
export const reviewTrigger = z.object({ event: z.string(), tools: z.array(z.string()).nullable() });
export type ReviewTrigger = z.infer<typeof reviewTrigger>;

/** How the reviewers of a bundle run. */
export const bundleExecution = z.object({
  /** Reviewers at a time, 1 to 50. */
  maxConcurrent: z.int(),
  /** Default timeout of reviewers, in seconds. */
  timeoutPerObserver: z.number(),
  /** Effect on the agent when a reviewer times out: none, or the agent is held back. */
  onTimeout: z.enum(['skip', 'fail']),
  /** Effect of a new critical finding on the agent: none, a question to the person, or the agent is held back. */
  onCritical: z.enum(['continue', 'ask_user', 'deny']),
});
export type BundleExecution = z.infer<typeof bundleExecution>;

/** A reviewer as its bundle defines it: an observer that asks a model. */
export const reviewerDefinition = z.object({
  /** `bundle/name`, both in lower case with dashes. Unique over all bundles that are used. */
  id: z.string(),
  bundle: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  focus: z.string().nullable(),
  /** Body of a Markdown definition. */
  instructions: z.string().nullable(),
  /** As the bundle writes it; null: the default model of the configuration. */
  model: z.string().nullable(),
  /** Null: by the name of the model. */
  provider: modelProvider.nullable(),
  /** In seconds. */
  timeout: z.number(),
  enabled: z.boolean(),
  watch: z.array(watchSource),
  triggers: z.array(reviewTrigger),
  metadata: z.record(z.string(), z.unknown()),
  /** Absolute path of the file that defines it, and the line; null where that is not known. */
  file: z.string(),
  line: z.int().nullable(),
});
export type ReviewerDefinition = z.infer<typeof reviewerDefinition>;

/** A module that a bundle names. It is kept as provenance; nothing is loaded from it. */
export const bundleModule = z.object({
  kind: z.enum(['tool', 'hook', 'behavior']),
  module: z.string(),
  source: z.string().nullable(),
});
export type BundleModule = z.infer<typeof bundleModule>;

/** Another bundle that one includes. `problem`: why it is not read, such as that it is not on this machine; null if it is. */
export const bundleInclude = z.object({ bundle: z.string(), file: z.string().nullable(), problem: z.string().nullable() });

/** A bundle of reviewers, with what it includes. */
export const bundle = z.object({
  /** Unique over all bundles that are used. */
  name: z.string(),
  version: z.string().nullable(),
  description: z.string().nullable(),
  /** Absolute path. */
  file: z.string(),
  modules: z.array(bundleModule),
  includes: z.array(bundleInclude),
  execution: bundleExecution,
  reviewers: z.array(reviewerDefinition),
  /** Default issue settings of webhooks for findings of these reviewers, and their place in the file; null: the usual defaults. */
  createIssuesFor: z.object({ settings: createIssuesFor, file: z.string(), line: z.int().nullable() }).nullable(),
});
export type Bundle = z.infer<typeof bundle>;

/** A problem in a bundle. An error keeps the bundle from being used; a warning says what has no effect. `line` is 1-based. */
export const bundleProblem = z.object({
  severity: z.enum(['error', 'warning']),
  file: z.string(),
  line: z.int().nullable(),
  key: z.string(),
  message: z.string(),
});
export type BundleProblem = z.infer<typeof bundleProblem>;
