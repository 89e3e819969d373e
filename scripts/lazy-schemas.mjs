/** Methods that make a schema of a schema: a call on one that is not made yet is deferred, too. Any other property makes the schema. */
const refining =
  'array catch default describe extend int length max meta min nonempty nonnegative nullable nullish omit optional or partial pick pipe positive readonly refine regex safeExtend strict superRefine transform trim'.split(
    ' ',
  );

/** Exports of zod that make a schema. All others are exported as they are. */
const making =
  'array boolean discriminatedUnion enum int literal looseObject null number object partialRecord record strictObject string tuple union unknown'.split(
    ' ',
  );

const contents = `
import * as zod from 'zod';
export * from 'zod';

const refining = new Set(${JSON.stringify(refining)});
const later = (make) => {
  let made;
  const get = () => (made ??= make());
  return new Proxy({}, {
    get: (_, name) => {
      if (!made && refining.has(name)) return (...given) => later(() => get()[name](...given));
      return get()[name];
    },
    has: (_, name) => name in get(),
    getPrototypeOf: () => Object.getPrototypeOf(get()),
  });
};
${making.map((name) => `const make_${name} = (...given) => later(() => zod.${name}(...given));\nexport { make_${name} as ${name} };`).join('\n')}
`;

/** Bundles zod so that a schema is made when it is first used: of the thousand that a hook's modules describe, it uses few. */
export const lazySchemas = {
  name: 'lazy-schemas',
  setup: (build) => {
    build.onResolve({ filter: /^zod$/ }, ({ namespace }) => (namespace === 'zod' ? undefined : { path: 'zod', namespace: 'zod' }));
    build.onLoad({ filter: /./, namespace: 'zod' }, () => ({ contents, resolveDir: import.meta.dirname }));
  },
};
