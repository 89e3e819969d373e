import { configShape, placeholder } from './bundle-shape.ts';
import { emptyLayer, type BundleLayer } from './bundle-layer.ts';
import { openSource, readShape, type BundleSource, type Path } from './bundle-source.ts';
import { findBundleFile, type BundleScope } from './find-bundle-file.ts';
import { readObserver, toTriggers, type ReviewerDraft } from './read-observer.ts';

/** Reads settings of reviewers, in a module or an include. Settings with errors are reported and left out. */
export const readConfig = (source: BundleSource, value: unknown, path: Path, scope: BundleScope): BundleLayer => {
  const shape = readShape(source, configShape, value, path);
  if (!shape) return emptyLayer;
  const openDefinition = (place: string, at: Path): BundleSource | null => {
    const endings = /\.(?:md|markdown)["']?$/iu.test(place) ? [''] : ['.md'];
    const found = findBundleFile(source, place, at, endings, scope);
    return found && openSource(found.file, found.text, scope.problems);
  };
  const reviewers: ReviewerDraft[] = [];
  for (const [at, entry] of (shape.observers ?? []).entries()) {
    const here = [...path, 'observers', at];
    if (entry === placeholder) {
      source.report('warning', here, '`...` is a placeholder. Replace it with observers.');
      continue;
    }
    const draft = readObserver(source, entry, here, openDefinition);
    const twin = draft && reviewers.find(({ slug }) => slug === draft.slug);
    if (twin) {
      const line = source.findLine(twin.entry.path);
      source.report('error', here, `Line ${line ?? 1} also defines ${draft.name}. Rename one of them.`);
    } else if (draft) reviewers.push(draft);
  }
  const issuesPath = [...path, 'post_processing', 'create_issues_for'];
  const settings = shape.post_processing?.create_issues_for;
  return {
    triggers: shape.hooks ? toTriggers(source, shape.hooks, [...path, 'hooks']) : null,
    execution: shape.execution ?? {},
    createIssuesFor: settings ? { settings, file: source.file, line: source.findLine(issuesPath) } : null,
    reviewers,
  };
};
