import * as z from 'zod';
import { createIssuesFor } from '../domain/sink-config.ts';
import { modelProvider } from '../domain/summaries-config.ts';
import { printCount } from '../print/number.ts';
import { eventPattern } from './events.ts';
import { findGlobProblem } from './glob.ts';

/** The module whose `config` defines reviewers; others are only kept by name. */
export const reviewersModule = 'hooks-observations';

const line = (maxLength: number) => z.string().trim().min(1).max(maxLength);
const prose = z.string().trim().min(1).max(50_000);

/** Below the session's folder: not absolute, and no `..` between separators, also within braces; `!` in front takes files away. */
const glob = z
  .string()
  .max(500)
  .regex(/^(?!!?[/\\~])(?!!?[A-Za-z]:)(?!(?:!|.*[/\\{,(|])?\.\.(?:[/\\},)|]|$))[^\0]+$/u, {
    error: 'must be a pattern relative to the folder of the session, such as src/**/*.py, without ~ and ..',
  })
  .superRefine((pattern, context) => {
    const problem = findGlobProblem(pattern);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .describe('A glob pattern relative to the folder of the session, such as src/**/*.py');

const watchShape = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('files'),
        paths: z
          .array(glob)
          .min(1, { error: 'must have a pattern, such as "src/**/*.py"' })
          .max(100)
          .refine((patterns) => patterns.length === 0 || patterns.some((pattern) => !pattern.startsWith('!')), {
            error: 'must have a pattern that does not begin with `!`, such as "src/**/*.py": the others only take files away',
          }),
      }),
      z.strictObject({
        type: z.literal('conversation'),
        include_tool_calls: z.boolean().default(true),
        include_reasoning: z.boolean().default(true),
      }),
    ],
    { error: 'must be `files` or `conversation`' },
  )
  .meta({ id: 'watch', description: 'What the reviewer looks at' });

/** Characters of all patterns of a reviewer: each file below the folder is compared with all of them. */
const maxPatterns = 10_000;
const watch = z
  .array(watchShape)
  .min(1, { error: 'must have an entry of `type: files` or `type: conversation`' })
  .max(20)
  .refine((sources) => sources.flatMap((one) => (one.type === 'files' ? one.paths : [])).join('').length <= maxPatterns, {
    error: `must have at most ${printCount(maxPatterns)} characters of patterns in all. Join some, such as src/**/*.{ts,tsx}`,
  });

export const hookShape = z
  .strictObject({
    trigger: z
      .string()
      .max(100)
      .regex(eventPattern, { error: 'must be an event, such as response:complete, tool:post or one of your own' })
      .describe('message:received, response:complete, tool:post, or an event of your own'),
    priority: z.number().optional().describe('Has no effect'),
    tools: z.array(line(400)).min(1).max(100).optional().describe('Of tool:post: only after these tools'),
  })
  .meta({ id: 'hook', description: 'When reviewers run' });
export type HookShape = z.output<typeof hookShape>;
const hooks = z.array(hookShape).min(1, { error: 'must name an event. Without `hooks`, reviewers run at response:complete' }).max(20);

const executionShape = z
  .strictObject({
    mode: z.literal('parallel_sync', { error: 'must be parallel_sync, the only mode' }).optional(),
    max_concurrent: z.int().min(1).max(50).optional().describe('Reviewers at a time (default: 10)'),
    timeout_per_observer: z.number().min(1).max(600).optional().describe('In seconds (default: 30)'),
    on_timeout: z.enum(['skip', 'fail']).optional().describe('fail: the agent is held back (default: skip)'),
    on_critical: z
      .enum(['continue', 'ask_user', 'deny'])
      .optional()
      .describe('What a new critical finding means for the agent (default: continue)'),
  })
  .meta({ id: 'execution', description: 'How reviewers run' });
export type ExecutionShape = z.output<typeof executionShape>;

const common = {
  name: line(200).optional(),
  model: line(200).optional().describe('By default the model of the configuration'),
  provider: modelProvider.optional().describe('By default the one that the name of the model suggests'),
  timeout: z.number().min(1).max(600).optional().describe('In seconds'),
  enabled: z.boolean().optional(),
  watch: watch.optional(),
  hooks: hooks.optional().describe('Instead of the hooks of the bundle'),
  metadata: z.record(z.string(), z.unknown()).optional(),
  tools: z.unknown().optional().describe('Ignored: reviewers have no tools'),
};

/** An entry of `observers`. Whether it is complete shows once bundles are merged. */
export const observerShape = z
  .strictObject({
    observer: line(1_000).optional().describe('A Markdown definition, such as observers/security-auditor'),
    ...common,
    role: line(2_000).optional().describe('What the reviewer is, in one line'),
    focus: prose.optional().describe('What to look for'),
  })
  .meta({ id: 'observer' });

export type ObserverShape = z.output<typeof observerShape>;

/** The `observer` block of a Markdown definition. */
export const definitionShape = z.strictObject({ ...common, description: line(2_000).optional() });

/** Content of `observers` in the specification's fifth pattern. */
export const placeholder = '...';

const maxObservers = 200;

const postProcessing = z.strictObject({
  create_issues_for: createIssuesFor.optional().describe('What webhooks of the configuration get of what these reviewers find'),
});

/** Settings of reviewers; their entries are checked one by one. */
export const configShape = z.strictObject({
  hooks: hooks.optional(),
  execution: executionShape.optional(),
  observers: z.array(z.unknown()).max(maxObservers).optional(),
  post_processing: postProcessing.optional(),
});

/** The entry of our module in `hooks`, `behaviors` or `tools`. */
export const ownModuleShape = z.strictObject({ module: line(400), source: line(2_000).nullish(), config: z.unknown().optional() });
/** The entry of another module, which may have keys of its own. */
export const moduleShape = z.looseObject(ownModuleShape.shape);

export const includeShape = z.strictObject({
  bundle: line(2_000).describe('A path, relative to this file'),
  config: z.unknown().optional(),
});

const headShape = z.strictObject({
  name: line(200).optional(),
  version: z
    .union([z.string().max(200), z.number()])
    .transform(String)
    .optional(),
  description: line(10_000).optional(),
});

/** The top of a bundle. Other keys are those of other programs. */
export const bundleShape = z.looseObject({
  bundle: headShape.optional(),
  ...headShape.shape,
  includes: z.array(z.unknown()).max(50).nullish(),
  hooks: z.array(z.unknown()).max(200).nullish(),
  behaviors: z.array(z.unknown()).max(200).nullish(),
  tools: z.array(z.unknown()).max(200).nullish(),
});
export const topKeys = Object.keys(bundleShape.shape);

/** Keys of Amplifier, some of which are close to ours, but no typos. */
export const foreignKeys = ['session', 'spawn', 'agents', 'context', 'providers', 'sub_bundles'];
