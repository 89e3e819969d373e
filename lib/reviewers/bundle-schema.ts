import * as z from 'zod';
import {
  bundleShape,
  configShape,
  includeShape,
  moduleShape,
  observerShape,
  ownModuleShape,
  placeholder,
  reviewersModule,
} from './bundle-shape.ts';

/** Settings of reviewers; `needed`: the keys of which an entry of `observers` must have one set. */
const toConfig = (needed: readonly (readonly string[])[]) => {
  const observer = observerShape.meta({ anyOf: needed.map((required) => ({ required })) });
  return configShape.extend({
    observers: z
      .array(z.union([observer, z.literal(placeholder)]))
      .max(200)
      .optional(),
  });
};

const moduleOfReviewers = ownModuleShape.extend({
  module: z.literal(reviewersModule),
  config: toConfig([['name', 'watch'], ['observer']]).nullish(),
});
const otherModule = moduleShape.extend({ module: z.string().regex(new RegExp(`^(?!${reviewersModule}$)`, 'u')) });
/** Modules of a list: ours with its settings, and those of other programs. */
const modules = z
  .array(z.union([moduleOfReviewers, otherModule]))
  .max(200)
  .meta({ id: 'modules' })
  .nullish();

const include = includeShape.extend({ config: toConfig([['name'], ['observer']]).nullish() });

const bundleFile = bundleShape.extend({
  includes: z
    .array(z.union([z.string(), include]))
    .max(50)
    .nullish(),
  hooks: modules,
  behaviors: modules,
  tools: modules,
  observers: z.never().optional(),
});

/**
 * JSON Schema of bundles for editors. It is stricter than the parser, which only warns of keys that it does not know: what it accepts is
 * read, if the files that it refers to are there.
 */
export const makeBundleSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(bundleFile, { io: 'input', target: 'draft-7' }),
  title: 'Bundle of reviewers',
});
