import type * as z from 'zod';
import type { Bundle, BundleModule } from '../domain/bundle.ts';
import { findNearestName } from '../domain/nearest-name.ts';
import { emptyLayer, mergeLayers, type BundleLayer } from './bundle-layer.ts';
import { bundleShape, foreignKeys, includeShape, moduleShape, ownModuleShape, reviewersModule, topKeys } from './bundle-shape.ts';
import { isRecord, openSource, readShape, type BundleSource, type Path } from './bundle-source.ts';
import { findBundleFile, type BundleScope } from './find-bundle-file.ts';
import { readConfig } from './read-config.ts';
import { findMissing, isDefinition, type ReviewerDraft } from './read-observer.ts';

const maxDepth = 10;
/** Keys at the top that may be typos. A broken file can have thousands. */
const maxKeysCompared = 100;
const bundleEndings = ['.md', '.yaml', '.yml', '/bundle.md', '/bundle.yaml'];
const moduleKinds = { hooks: 'hook', behaviors: 'behavior', tools: 'tool' } as const satisfies Record<string, BundleModule['kind']>;

/** One file with what it includes, merged. */
export type BundleFile = Pick<Bundle, 'version' | 'description' | 'modules' | 'includes'> & { name: string | null; layer: BundleLayer };

type Reading = Omit<BundleScope, 'bundles'> & {
  /** Files that were read, each once; null: with errors. */
  files: Map<string, BundleFile | null>;
  /** The files that include each other, down to the one that is read. */
  chain: readonly string[];
};

/** `bundles`: files of what a file includes, by the names of those bundles. */
type Scope = Reading & { bundles: Map<string, string> };

/** Reads the bundle in a file, with what it includes. Null: it has errors, which are among `problems`. */
export const readBundleFile = ({ file, text }: { file: string; text: string }, reading: Reading): BundleFile | null => {
  const known = reading.files.get(file);
  if (known !== undefined) return known;
  const source = openSource(file, text, reading.problems);
  const read = source && readBundle(source, { ...reading, chain: [...reading.chain, file], bundles: new Map() });
  reading.files.set(file, read);
  return read;
};

const readBundle = (source: BundleSource, scope: Scope): BundleFile | null => {
  const { value } = source;
  if (isDefinition(source)) {
    source.report('error', ['observer'], 'This file defines an observer. Name it in the `observers` of a bundle: `- observer: PATH`.');
    return null;
  }
  if ('observers' in value) {
    source.report('error', ['observers'], `Move \`observers\` into the \`config\` of the module ${reviewersModule}, in \`hooks\`.`);
    return null;
  }
  for (const key of Object.keys(value).slice(0, maxKeysCompared)) {
    const meant = topKeys.includes(key) || foreignKeys.includes(key) ? null : findNearestName(key, topKeys);
    if (meant !== null && !(meant in value)) source.report('error', [key], `Unknown key ${key}. Did you mean ${meant}?`);
    else if (!topKeys.includes(key)) source.report('warning', [key], `\`${key}\` has no effect here: it is for other programs.`);
  }
  const shape = readShape(source, bundleShape, value, []);
  if (!shape) return null;
  for (const key of Object.keys(shape.bundle ?? {})) {
    if (key in value) source.report('warning', [key], `\`${key}\` has no effect: \`bundle.${key}\` overrides it.`);
  }
  const included = (shape.includes ?? []).map((entry, at) => readInclude(source, entry, ['includes', at], scope));
  checkNames(source, included);
  const { modules, config } = readModules(source, shape);
  const own = config ? readConfig(source, config.value, config.path, scope) : emptyLayer;
  return {
    name: shape.bundle?.name ?? shape.name ?? null,
    version: shape.bundle?.version ?? shape.version ?? null,
    description: shape.bundle?.description ?? shape.description ?? null,
    modules,
    includes: included.map(({ include }) => include),
    layer: [...included.map(({ layer }) => layer), own].reduce(mergeLayers),
  };
};

type Included = { include: Bundle['includes'][number]; layer: BundleLayer };

const readInclude = (source: BundleSource, entry: unknown, path: Path, scope: Scope): Included => {
  const shape = readShape(source, includeShape, typeof entry === 'string' ? { bundle: entry } : entry, path);
  if (!shape) return { include: { bundle: '', file: null, problem: 'The entry has errors.' }, layer: emptyLayer };
  const { bundle } = shape;
  const own = readConfig(source, shape.config ?? {}, [...path, 'config'], scope);
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(bundle)) {
    const problem = 'Bundles are not downloaded. To run its reviewers, clone the repository and include its path.';
    source.report('warning', [...path, 'bundle'], `${bundle} is not read. ${problem}`);
    return { include: { bundle, file: null, problem }, layer: { ...own, reviewers: own.reviewers.filter(isWhole) } };
  }
  const read = openInclude(source, bundle, [...path, 'bundle'], scope);
  if (!read) return { include: { bundle, file: null, problem: 'It has errors.' }, layer: own };
  if (read.content.name !== null) scope.bundles.set(read.content.name, read.file);
  return { include: { bundle, file: read.file, problem: null }, layer: mergeLayers(read.content.layer, own) };
};

/** Whether an entry defines a reviewer by itself. Otherwise it changes one that is not here, which is reported. */
const isWhole = (draft: ReviewerDraft): boolean => {
  const { entry, name } = draft;
  const missing = findMissing(draft);
  if (missing !== null)
    entry.source.report(
      'warning',
      entry.path,
      `${name} does not run: it has no \`${missing}\`, and the bundle that could define it is not read.`,
    );
  return missing === null;
};

const openInclude = (source: BundleSource, bundle: string, path: Path, scope: Scope): { file: string; content: BundleFile } | null => {
  const endings = /\.(?:md|markdown|ya?ml)["']?$/iu.test(bundle) ? [''] : bundleEndings;
  const found = findBundleFile(source, bundle, path, endings, scope);
  if (!found) return null;
  const names = [...scope.chain, found.file].join(' → ');
  if (scope.chain.includes(found.file)) source.report('error', path, `Circular include: ${names}.`);
  else if (scope.chain.length > maxDepth) source.report('error', path, `Bundles are included more than ${maxDepth} deep: ${names}.`);
  else {
    const content = readBundleFile(found, scope);
    return content && { file: found.file, content };
  }
  return null;
};

/** Two included bundles may not define one reviewer: which of them is meant could not be told. */
const checkNames = (source: BundleSource, included: readonly Included[]): void => {
  const seen = new Map<string, ReviewerDraft>();
  for (const [at, { layer }] of included.entries()) {
    for (const one of layer.reviewers) {
      const other = seen.get(one.slug) ?? one;
      if (other.file !== one.file || other.line !== one.line)
        source.report('error', ['includes', at], `${toPlace(other)} and ${toPlace(one)} both define ${one.name}. Rename one of them.`);
      seen.set(one.slug, other);
    }
  }
};

const toPlace = ({ file, line }: { file: string; line: number | null }): string => (line === null ? file : `${file}:${line}`);

type Modules = { modules: BundleModule[]; config: { value: unknown; path: Path } | null };

const readModules = (source: BundleSource, shape: z.output<typeof bundleShape>): Modules => {
  const modules: BundleModule[] = [];
  let config: Modules['config'] = null;
  for (const list of ['hooks', 'behaviors', 'tools'] as const) {
    for (const [at, value] of (shape[list] ?? []).entries()) {
      const shapeOfModule = isRecord(value) && value.module === reviewersModule ? ownModuleShape : moduleShape;
      const read = readShape<z.output<typeof ownModuleShape>>(source, shapeOfModule, value, [list, at]);
      if (!read) continue;
      modules.push({ kind: moduleKinds[list], module: read.module, source: read.source ?? null });
      if (read.module === reviewersModule) {
        if (config) source.report('error', [list, at], `The module ${reviewersModule} appears twice. Move everything into one entry.`);
        config = { value: read.config ?? {}, path: [list, at, 'config'] };
      } else if (findNearestName(read.module, [reviewersModule]) !== null)
        source.report('error', [list, at, 'module'], `Unknown module ${read.module}. Did you mean ${reviewersModule}?`);
      else if (read.config != null)
        source.report('warning', [list, at, 'config'], `The module ${read.module} is not loaded, so its \`config\` has no effect.`);
    }
  }
  return { modules, config };
};
