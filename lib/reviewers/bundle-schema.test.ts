import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fuzz } from '../../e2e/fuzz.ts';
import { openBundleFile } from '../services/reviews/load-bundles.ts';
import { makeBundleSchema } from './bundle-schema.ts';
import { parseBundle } from './parse-bundle.ts';

const root = path.join(import.meta.dirname, '../..');
const validate = new Ajv().compile(makeBundleSchema());

const specified = path.join(import.meta.dirname, '__fixtures__/specification');
const good = [...readdirSync(specified).map((name) => path.join(specified, name)), path.join(root, 'examples/bundle.yaml')];

const bundleOf = (config: unknown) => ({ hooks: [{ module: 'hooks-observations', config }] });
const observer = { name: 'A', focus: 'x', watch: [{ type: 'conversation' }] };

describe('the JSON Schema of bundles', () => {
  it('is the one that docs publish', async () => {
    await expect(`${JSON.stringify(makeBundleSchema(), null, 2)}\n`).toMatchFileSnapshot(path.join(root, 'docs/bundle.schema.json'));
  });

  it.each(good)('accepts %s', (file) => {
    expect(validate(parse(readFileSync(file, 'utf8'))), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    ['a list', []],
    ['modules that are no list', { hooks: {} }],
    ['a module without a name', { hooks: [{ source: 'x' }] }],
    ['observers at the top', { observers: [observer] }],
    ['an unknown key', bundleOf({ observer: [observer] })],
    ['a reviewer without a name', bundleOf({ observers: [{ ...observer, name: undefined }] })],
    ['an unknown key of a reviewer', bundleOf({ observers: [{ ...observer, timout: 3 }] })],
    ['no watch', bundleOf({ observers: [{ name: 'A', focus: 'x' }] })],
    ['an empty watch', bundleOf({ observers: [{ ...observer, watch: [] }] })],
    ['another kind of watch', bundleOf({ observers: [{ ...observer, watch: [{ type: 'git' }] }] })],
    ['a pattern that leads out', bundleOf({ observers: [{ ...observer, watch: [{ type: 'files', paths: ['../x'] }] }] })],
    ['another mode', bundleOf({ execution: { mode: 'sequential' } })],
    ['an include without a bundle', { includes: [{ config: {} }] }],
  ])('refuses %s, as the parser does', (_, value) => {
    const json = JSON.parse(JSON.stringify(value)) as unknown;
    expect(validate(json)).toBe(false);
    const text = JSON.stringify(json);
    expect(parseBundle('/b/a.yaml', () => ({ file: '/b/a.yaml', text })).bundle).toBeNull();
  });

  it('accepts nothing that the parser refuses', () => {
    const scalar = fc.constantFrom<unknown>('x', '', 1, 0, 601, true, null, '../x', '**/*', 'tool:post', '...');
    const near = (valid: unknown) => fc.oneof({ weight: 6, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: scalar });
    const hooks = fc.array(fc.record({ trigger: near('tool:post'), tools: near(['Write']) }, { requiredKeys: ['trigger'] }), {
      maxLength: 2,
    });
    const watch = fc.oneof(fc.record({ type: near('conversation') }), fc.record({ type: near('files'), paths: near(['**/*']) }));
    const entry = fc.record(
      {
        name: fc.constantFrom<unknown>('A', 'B', 'C d', '', 1),
        focus: near('x'),
        timeout: near(5),
        enabled: near(false),
        watch: fc.array(watch, { minLength: 1, maxLength: 2 }),
        hooks,
        extra: scalar,
      },
      { requiredKeys: ['name', 'focus', 'watch'] },
    );
    const config = fc.record(
      {
        execution: fc.record({ mode: near('parallel_sync'), max_concurrent: near(5), on_timeout: near('fail') }, { requiredKeys: [] }),
        observers: fc.uniqueArray(entry, { selector: ({ name }) => String(name).toLowerCase(), maxLength: 3 }),
        hooks,
      },
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(config, (value) => {
        const text = JSON.stringify(bundleOf(value));
        if (!validate(JSON.parse(text))) return;
        accepted += 1;
        expect(
          parseBundle('/b/a.yaml', () => ({ file: '/b/a.yaml', text })).problems.filter(({ severity }) => severity === 'error'),
        ).toEqual([]);
      }),
      fuzz(1_000),
    );
    // Otherwise the property would say little.
    expect(accepted).toBeGreaterThan(100);
  });
});

it('the example is read without problems', () => {
  const { bundle, problems } = parseBundle(path.join(root, 'examples/bundle.yaml'), openBundleFile);
  expect(problems).toEqual([]);
  expect(bundle?.reviewers.map(({ id }) => id)).toEqual(['everyday/security', 'everyday/conclusions', 'everyday/tests']);
  expect(bundle?.reviewers[2]).toMatchObject({ timeout: 90, triggers: [{ event: 'tool:post', tools: ['Write', 'Edit', 'apply_patch'] }] });
});
