import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { observersConfig } from '../../domain/observer-config.ts';
import { redactConfig } from '../../domain/redact-config.ts';
import { retrievalConfig } from '../../domain/retrieval-config.ts';
import { reviewersConfig } from '../../domain/reviewers-config.ts';
import { createIssuesFor, sinksConfig } from '../../domain/sink-config.ts';
import { summariesConfig } from '../../domain/summaries-config.ts';
import { bundleShape, configShape, definitionShape, includeShape, observerShape, ownModuleShape } from '../../reviewers/bundle-shape.ts';
import { parseBundle } from '../../reviewers/parse-bundle.ts';
import { findIdleIssues } from '../deliveries/apply-bundles.ts';
import { parseConfig } from './parse-config.ts';

/** Every key that a schema accepts, by its path; entries of lists have none of their own. */
const listKeys = (schema: z.core.$ZodType, prefix = ''): string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listKeys(schema.unwrap(), prefix);
  if (schema instanceof z.ZodArray) return listKeys(schema.element, prefix);
  if (schema instanceof z.ZodDiscriminatedUnion)
    return [...new Set(schema.options.flatMap((one: z.core.$ZodType) => listKeys(one, prefix)))];
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([key, value]) => [prefix + key, ...listKeys(value, `${prefix}${key}.`)]);
};

/** Fate of a key: a file that reads it and the word that does so, or a text in which the key has no effect, with a notice about it. */
type Fate = { in: string; word: string } | { idle: string };
const by = (file: string, word: string): Fate => ({ in: file, word });
const idle = (text: string): Fate => ({ idle: text });

const bundleWith = (config: string, head = ''): string =>
  `${head}name: a\nhooks:\n  - module: hooks-observations\n    config:\n      observers: [{ name: A, focus: x, watch: [{ type: conversation }] }]\n      ${config}\n`;
const observer = (key: string): string =>
  `hooks:\n  - module: hooks-observations\n    config:\n      observers:\n        - { name: A, focus: x, watch: [{ type: conversation }], ${key} }\n`;

const read = 'lib/reviewers/read-bundle-file.ts';
const prompt = 'lib/reviewers/prompt.ts';
const watching = 'lib/services/reviews/watch-conversation.ts';
const answering = 'lib/services/reviews/answer-event.ts';
const shown = 'components/reviewers/definition-card.tsx';
const asked = 'lib/services/reviews/reviewer-models.ts';
const webhook = 'lib/services/deliveries/send-to-webhook.ts';
const queue = 'lib/services/deliveries/follow-queue.ts';
const triggers = { hooks: by('lib/reviewers/read-observer.ts', 'toTriggers') };
const triggerKeys = (prefix: string): Record<string, Fate> => ({
  [`${prefix}trigger`]: by('lib/reviewers/choose-reviewers.ts', 'event'),
  [`${prefix}tools`]: by('lib/reviewers/choose-reviewers.ts', 'tools'),
  [`${prefix}priority`]: idle(bundleWith('hooks: [{ trigger: "response:complete", priority: 5 }]')),
});
const ofReviewer: Record<string, Fate> = {
  ...triggers,
  ...triggerKeys('hooks.'),
  name: by(prompt, 'name'),
  model: by(asked, 'model'),
  provider: by(asked, 'provider'),
  timeout: by('lib/services/reviews/ask-reviewer.ts', 'timeout'),
  enabled: by('lib/reviewers/choose-reviewers.ts', 'enabled'),
  watch: by('lib/services/reviews/look.ts', 'watch'),
  'watch.type': by('lib/services/reviews/look.ts', 'conversation'),
  'watch.paths': by('lib/services/reviews/look.ts', 'paths'),
  'watch.include_tool_calls': by(watching, 'includeToolCalls'),
  'watch.include_reasoning': by(watching, 'includeReasoning'),
  metadata: by('lib/services/reviews/to-observations.ts', 'reviewer.metadata'),
  tools: idle(observer('tools: [x]')),
};
const issues = {
  'post_processing.create_issues_for.severity': by(queue, 'severity'),
  'post_processing.create_issues_for.issue_type': by(webhook, 'issue_type'),
  'post_processing.create_issues_for.auto_assign': by(webhook, 'auto_assign'),
};

/** Keys in a list of modules. Modules of other programs are not loaded; a notice at their settings reports it. */
const moduleKeys: Record<string, Fate> = {
  module: by(shown, 'module'),
  source: by(shown, 'source'),
  config: idle('behaviors:\n  - { module: hooks-observations-display, config: { style: table } }\n'),
};

const bundles: Record<string, { schema: z.core.$ZodType; fates: Record<string, Fate> }> = {
  bundle: {
    schema: bundleShape,
    fates: {
      bundle: by(read, 'shape.bundle'),
      'bundle.name': by(shown, 'name'),
      'bundle.version': by('components/reviewers/bundle-list.tsx', 'version'),
      'bundle.description': by(shown, 'description'),
      name: idle('bundle: { name: a }\nname: b\nhooks: []\n'),
      version: idle('bundle: { version: 1 }\nversion: 2\nhooks: []\n'),
      description: idle('bundle: { description: a }\ndescription: b\nhooks: []\n'),
      includes: by(read, 'shape.includes'),
      hooks: by(read, "'hooks'"),
      behaviors: by(read, "'behaviors'"),
      tools: by(read, "'tools'"),
    },
  },
  include: { schema: includeShape, fates: { bundle: by(read, 'openInclude'), config: by(read, 'shape.config') } },
  module: { schema: ownModuleShape, fates: moduleKeys },
  config: {
    schema: configShape,
    fates: {
      ...triggers,
      ...triggerKeys('hooks.'),
      execution: by('lib/reviewers/parse-bundle.ts', 'execution'),
      // Its only value is what happens.
      'execution.mode': by('lib/reviewers/bundle-shape.ts', "z.literal('parallel_sync'"),
      'execution.max_concurrent': by('lib/services/reviews/run-reviews.ts', 'maxConcurrent'),
      'execution.timeout_per_observer': by('lib/reviewers/parse-bundle.ts', 'timeout: timeoutPerObserver'),
      'execution.on_timeout': by(answering, 'onTimeout'),
      'execution.on_critical': by(answering, 'onCritical'),
      observers: by('lib/reviewers/read-config.ts', 'shape.observers'),
      post_processing: idle(bundleWith('post_processing: { notify: x }')),
      'post_processing.create_issues_for': idle(bundleWith('post_processing: { create_issues_for: { severity: [high] } }')),
      ...issues,
    },
  },
  observer: {
    schema: observerShape,
    fates: {
      ...ofReviewer,
      observer: by('lib/reviewers/read-observer.ts', 'openDefinition'),
      role: by(prompt, 'role'),
      focus: by(prompt, 'focus'),
    },
  },
  definition: { schema: definitionShape, fates: { ...ofReviewer, description: by('lib/reviewers/read-observer.ts', 'role: description') } },
};

const setting = (key: string) => by('lib/observers/trigger.ts', key);
const config: Record<string, { schema: z.core.$ZodType; fates: Record<string, Fate> }> = {
  '': {
    schema: observersConfig,
    fates: {
      observers: by('lib/observers/observer-set.ts', 'observers'),
      'observers.observer': by('lib/observers/observer-set.ts', 'entry.observer'),
      'observers.preset': by('lib/observers/observer-set.ts', 'preset'),
      'observers.enabled': by('lib/observers/observer-set.ts', 'enabled'),
      'observers.trigger': idle('observers: [{ observer: stall, trigger: { every_n_calls: 0 } }]\n'),
      'observers.trigger.every_n_calls': setting('every_n_calls'),
      'observers.trigger.after_consecutive_errors': setting('after_consecutive_errors'),
      'observers.trigger.every_n_seconds': setting('every_n_seconds'),
      'observers.trigger.on_every_call': setting('on_every_call'),
      'observers.trigger.on_turn_end': setting('on_turn_end'),
      'observers.parameters': by('lib/observers/observer-set.ts', 'parameters'),
      'observers.output_path': idle('observers: [{ observer: stall, output_path: a/b.md }]\nfeedback: { write_file: false }\n'),
      feedback: by('lib/observers/observer-set.ts', 'config.feedback'),
      'feedback.write_file': by('lib/server/open/open-observers.ts', 'write_file'),
      'feedback.still_after_calls': by('lib/observers/observer-set.ts', 'still_after_calls'),
    },
  },
  'sinks.': {
    schema: sinksConfig,
    fates: {
      kind: by('lib/services/deliveries/make-send.ts', 'kind'),
      name: by(queue, 'sink.name'),
      url: by(webhook, 'sink.url'),
      secret_env: by('lib/services/deliveries/make-send.ts', 'secret_env'),
      severity: by(queue, 'sink.severity'),
      issue_type: by(webhook, 'issue_type'),
      auto_assign: by(webhook, 'auto_assign'),
      path: by('lib/services/deliveries/make-send.ts', 'sink.path'),
    },
  },
  'post_processing.create_issues_for.': {
    schema: createIssuesFor,
    fates: {
      severity: idle(
        'post_processing: { create_issues_for: { severity: [low] } }\nsinks: [{ kind: webhook, name: a, url: "https://a.test", secret_env: A, severity: [high] }]\n',
      ),
      issue_type: by(webhook, 'issue_type'),
      auto_assign: by(webhook, 'auto_assign'),
    },
  },
  'redact.': { schema: redactConfig, fates: { on_import: by('lib/server/open-container.ts', 'on_import') } },
  'retrieval.': {
    schema: retrievalConfig,
    fates: {
      on_prompt: by('lib/services/hook/retrieve-for-hook.ts', 'on_prompt'),
      top_k: by('lib/services/retrieval/find-candidates.ts', 'top_k'),
      min_score: by('lib/services/retrieval/find-candidates.ts', 'min_score'),
      continuation_limit: by('lib/services/retrieval/find-candidates.ts', 'continuation_limit'),
      max_chars: by('lib/services/retrieval/retrieval-service.ts', 'max_chars'),
      any_project: by('lib/services/hook/retrieve-for-hook.ts', 'any_project'),
    },
  },
  'summaries.': {
    schema: summariesConfig,
    fates: {
      provider: by('lib/services/summaries/summarizers.ts', 'provider'),
      model: idle('summaries: { provider: none, model: x }\n'),
      concurrency: idle('summaries: { concurrency: 3 }\n'),
      budget: idle('summaries: { budget: 3000 }\n'),
    },
  },
  'reviewers.': {
    schema: reviewersConfig,
    fates: {
      bundles: by('lib/services/reviews/load-bundles.ts', 'reviewers'),
      provider: by(asked, 'provider'),
      script: idle('reviewers: { script: a.yaml }\n'),
      model: by(asked, 'model'),
      models: by(asked, 'models'),
      concurrency: by(asked, 'concurrency'),
      budget: by('lib/services/reviews/run-reviews.ts', 'config.budget'),
      daily_budget_usd: by('lib/services/reviews/ask-reviewer.ts', 'daily_budget_usd'),
      roots: by('lib/services/reviews/run-reviews.ts', 'config.roots'),
    },
  },
};

const root = path.join(import.meta.dirname, '../../..');
const checkFates = (fates: Record<string, Fate>, findSaid: (text: string) => { key: string; message: string }[]) => {
  for (const [key, fate] of Object.entries(fates)) {
    if ('in' in fate) expect(readFileSync(path.join(root, fate.in), 'utf8'), `${fate.in} reads ${key}`).toContain(fate.word);
    else {
      const said = findSaid(fate.idle).filter((one) => one.key.split('.').includes(key.split('.').at(-1) ?? ''));
      expect(said.map(({ message }) => message).join('\n'), `${key} in\n${fate.idle}`).toMatch(/no effect|never runs/u);
    }
  }
};

describe.each(Object.entries(bundles))('the keys of a %s of reviewers', (_, { schema, fates }) => {
  it('are read by something, or said to have no effect', () => {
    expect(Object.keys(fates).toSorted()).toEqual(listKeys(schema).toSorted());
    checkFates(fates, (text) => {
      const { bundle, problems } = parseBundle('/b/a.yaml', (__, file) => ({ file, text }));
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      return [...problems, ...(bundle ? findIdleIssues(bundle, []) : [])];
    });
  });
});

describe.each(Object.entries(config))('the keys of the configuration below "%s"', (_, { schema, fates }) => {
  it('are read by something, or said to have no effect', () => {
    expect(Object.keys(fates).toSorted()).toEqual(listKeys(schema).toSorted());
    checkFates(fates, (text) => {
      const parsed = parseConfig(text);
      expect(parsed.problems).toEqual([]);
      return parsed.config ? parsed.notices : [];
    });
  });
});

it('says which keys at the top of the configuration are unknown, and that nothing creates issues without a webhook', () => {
  const parsed = parseConfig('team: a\npost_processing:\n  notify: x\n  create_issues_for:\n    severity: [high]\n');
  expect(parsed.config && parsed.notices).toEqual([
    { line: 1, key: 'team', message: 'Unknown key team. It has no effect.' },
    { line: 3, key: 'post_processing.notify', message: 'Unknown key notify. It has no effect.' },
    { line: 4, key: 'post_processing.create_issues_for', message: expect.stringContaining('Add one to `sinks`.') },
  ]);
});
