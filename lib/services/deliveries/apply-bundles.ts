import type { Bundle, BundleProblem } from '../../domain/bundle.ts';
import type { CreateIssuesFor, SinkConfig } from '../../domain/sink-config.ts';
import { toSlug } from '../../reviewers/read-observer.ts';

/** Sinks with the issue settings that bundles have for their reviewers. A webhook's own settings come first. */
export const applyBundles = (sinks: readonly SinkConfig[], bundles: readonly Bundle[]): SinkConfig[] =>
  sinks.map((sink) => {
    if (sink.kind !== 'webhook') return sink;
    const { severity, issue_type, auto_assign } = sink;
    const ofBundles = bundles.flatMap(({ name, createIssuesFor: issues }) =>
      issues ? [[toSlug(name), { severity, issue_type, auto_assign, ...issues.settings, ...sink.own }] as const] : [],
    );
    return { ...sink, ofBundles: Object.fromEntries(ofBundles) };
  });

/** Says which of these settings change nothing about these sinks; empty if all of them do. */
export const findIdleSettings = (settings: CreateIssuesFor, sinks: readonly SinkConfig[]): { key: string; message: string }[] => {
  const webhooks = sinks.filter((sink) => sink.kind === 'webhook');
  if (webhooks.length === 0)
    return [{ key: '', message: 'This has no effect: the configuration has no webhook that creates issues. Add one to `sinks`.' }];
  return Object.keys(settings)
    .filter((key) => webhooks.every(({ own = {} }) => key in own))
    .map((key) => ({ key, message: `\`${key}\` has no effect: every webhook of the configuration sets its own.` }));
};

/** The same of a bundle, as warnings. */
export const findIdleIssues = ({ createIssuesFor: issues }: Bundle, sinks: readonly SinkConfig[]): BundleProblem[] =>
  issues
    ? findIdleSettings(issues.settings, sinks).map(({ key, message }) => ({
        severity: 'warning',
        file: issues.file,
        line: issues.line,
        key: ['post_processing', 'create_issues_for', ...(key === '' ? [] : [key])].join('.'),
        message,
      }))
    : [];
