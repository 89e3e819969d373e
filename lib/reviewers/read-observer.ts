import type { ReviewTrigger, ReviewerDefinition, WatchSource } from '../domain/bundle.ts';
import { findNearestName } from '../domain/nearest-name.ts';
import { definitionShape, observerShape, type HookShape, type ObserverShape } from './bundle-shape.ts';
import { isRecord, readShape, type BundleSource, type Path } from './bundle-source.ts';
import { reviewEvents, toEvent } from './events.ts';

/** Settings of a reviewer in a bundle. Keys that the bundle leaves out are missing, so that it can override some of them. */
type Given = Partial<
  Pick<
    ReviewerDefinition,
    'role' | 'focus' | 'instructions' | 'model' | 'provider' | 'timeout' | 'enabled' | 'watch' | 'triggers' | 'metadata'
  >
>;

export type ReviewerDraft = {
  /** Second half of the id. */
  slug: string;
  name: string;
  given: Given;
  /** Place of the definition. */
  file: string;
  line: number | null;
  /** The entry of the bundle, for problems that show once bundles are merged. */
  entry: { source: BundleSource; path: Path };
};

/** Required key that a reviewer lacks; null: nothing is missing. */
export const findMissing = ({ given }: ReviewerDraft): 'watch' | 'focus' | null => {
  if (given.watch === undefined) return 'watch';
  return (given.role ?? given.focus ?? given.instructions) === undefined ? 'focus' : null;
};

/** A name as part of an id: lower case with dashes. Empty if it has no letters or digits. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '');

/** Name of a file without folder and ending. */
export const toBaseName = (file: string): string => file.replace(/^.*[/\\]/u, '').replace(/\.[^.]+$/u, '');

export const toTriggers = (source: BundleSource, hooks: readonly HookShape[], path: Path): ReviewTrigger[] =>
  hooks.map(({ trigger, tools, priority }, at) => {
    const event = toEvent(trigger);
    const meant = findNearestName(event, reviewEvents);
    if (meant !== null && meant !== event)
      source.report('warning', [...path, at, 'trigger'], `${trigger} is an event that only you can post. Did you mean ${meant}?`);
    if (tools !== undefined && event !== 'tool:post')
      source.report('warning', [...path, at, 'tools'], '`tools` has an effect only at tool:post.');
    if (priority !== undefined)
      source.report('warning', [...path, at, 'priority'], '`priority` has no effect: reviewers of one event run side by side.');
    return { event, tools: event === 'tool:post' ? (tools ?? null) : null };
  });

type Watch = NonNullable<ObserverShape['watch']>[number];

const toWatch = (watch: Watch): WatchSource =>
  watch.type === 'files'
    ? { type: 'files', paths: watch.paths.map((one) => one.replace(/^(?:\.\/)+/u, '')) }
    : { type: 'conversation', includeToolCalls: watch.include_tool_calls, includeReasoning: watch.include_reasoning };

/** Reported once per bundle. */
export const noTools = 'Reviewers have no tools: they see only what they watch. `tools` has no effect.';

type Common = Omit<ObserverShape, 'observer' | 'name' | 'role' | 'focus'>;

const toGiven = (source: BundleSource, path: Path, { watch, hooks, tools, ...given }: Common): Given => {
  if (tools !== undefined) source.report('warning', [...path, 'tools'], noTools);
  return {
    ...given,
    ...(watch && { watch: watch.map(toWatch) }),
    ...(hooks && { triggers: toTriggers(source, hooks, [...path, 'hooks']) }),
  };
};

/** A broken file can have thousands. */
const maxKeysReported = 50;

type Definition = { name: string; given: Given; line: number | null };

/** Whether a file defines an observer, not a bundle. */
export const isDefinition = ({ value, body }: BundleSource): boolean => body !== null && isRecord(value.observer);

/** Reads a Markdown definition: the `observer` block, and the body as instructions. Null: it has errors, which are reported. */
export const readDefinition = (source: BundleSource): Definition | null => {
  if (!isDefinition(source)) {
    source.report('error', [], 'No `observer` block. A definition begins with front matter that has one.');
    return null;
  }
  const shape = readShape(source, definitionShape, source.value.observer, ['observer']);
  if (!shape) return null;
  if (source.body === '') {
    source.report('error', [], 'The definition has no text. Below the front matter, say what the reviewer looks for.');
    return null;
  }
  for (const key of Object.keys(source.value).slice(0, maxKeysReported)) {
    if (key === 'tools') source.report('warning', ['tools'], noTools);
    else if (key !== 'observer') source.report('warning', [key], `\`${key}\` has no effect here. Keys of a reviewer are in \`observer\`.`);
  }
  const { name, description, ...common } = shape;
  return {
    name: name ?? toBaseName(source.file),
    given: {
      ...toGiven(source, ['observer'], common),
      ...(description !== undefined && { role: description }),
      ...(source.body !== null && { instructions: source.body }),
    },
    line: source.findLine(['observer']),
  };
};

/**
 * Reads an entry of `observers`. `openDefinition` reads what the entry refers to; null: it cannot. Null: the entry has errors, which are
 * reported.
 */
export const readObserver = (
  source: BundleSource,
  value: unknown,
  path: Path,
  openDefinition: (place: string, path: Path) => BundleSource | null,
): ReviewerDraft | null => {
  const shape = readShape(source, observerShape, value, path);
  if (!shape) return null;
  const { observer, name: ownName, role, focus, ...common } = shape;
  const own: Given = { ...toGiven(source, path, common), ...(role !== undefined && { role }), ...(focus !== undefined && { focus }) };
  const definedIn = observer === undefined ? null : openDefinition(observer, [...path, 'observer']);
  const definition = definedIn && readDefinition(definedIn);
  if (observer !== undefined && !definition) return null;
  const name = ownName ?? definition?.name;
  if (name === undefined) {
    source.report('error', path, 'No `name`. Give the observer one, or refer to a definition with `observer`.');
    return null;
  }
  const slug = toSlug(name);
  if (slug === '') {
    source.report(
      'error',
      [...path, 'name'],
      `The name ${name} has no letter or digit, so that it cannot be part of an id. Use another name.`,
    );
    return null;
  }
  const place =
    definedIn && definition ? { file: definedIn.file, line: definition.line } : { file: source.file, line: source.findLine(path) };
  return { slug, name, given: { ...definition?.given, ...own }, ...place, entry: { source, path } };
};
