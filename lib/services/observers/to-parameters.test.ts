import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { observerKinds } from '../../observers/registry.ts';
import { toParameters } from './to-parameters.ts';

describe('toParameters', () => {
  it('tells type, bounds, choices and meaning from the schema', () => {
    const schema = z.strictObject({
      window_size: z.int().min(2).max(30).describe('Calls.'),
      rate: z.number().gt(0).max(1),
      seconds: z.number().min(0),
      key: z.enum(['call', 'tool']),
      paths: z.array(z.string()).nullable().describe('Files.'),
      on: z.boolean(),
    });
    const none = { description: '', nullable: false, choices: null, least: null, leastExcluded: false, most: null };
    expect(toParameters(schema)).toEqual([
      { ...none, name: 'window_size', description: 'Calls.', type: 'integer', least: 2, most: 30 },
      { ...none, name: 'rate', type: 'number', least: 0, leastExcluded: true, most: 1 },
      { ...none, name: 'seconds', type: 'number', least: 0 },
      { ...none, name: 'key', type: 'choice', choices: ['call', 'tool'] },
      { ...none, name: 'paths', description: 'Files.', type: 'texts', nullable: true },
      { ...none, name: 'on', type: 'boolean' },
    ]);
  });

  it.each(observerKinds)(
    'can show every parameter of $id, each with a description and a value in each preset',
    ({ parametersSchema, presets }) => {
      const parameters = toParameters(parametersSchema);
      expect(parameters.length).toBeGreaterThan(0);
      for (const { name, description } of parameters) {
        expect(description, name).toMatch(/\.$/u);
        for (const preset of Object.values(presets)) expect(preset.parameters).toHaveProperty(name);
      }
    },
  );

  it.each(observerKinds)('of $id stand in the reference with their values in each preset', async ({ id, parametersSchema, presets }) => {
    const text = await readFile(path.resolve('docs/observers.md'), 'utf8');
    const part = text.slice(text.indexOf(`\n\`${id}\`.`));
    const rows = part.slice(0, part.indexOf('\nTrigger:')).split('\n');
    for (const { name, description, least, most } of toParameters(parametersSchema)) {
      const row = rows.find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
      expect(row, name).toContain(description);
      for (const bound of [least, most]) if (bound !== null) expect(row).toContain(bound.toLocaleString('en'));
      const values = Object.values(presets).map(
        ({ parameters }) => Object.entries(parameters ?? {}).find(([key]) => key === name)?.[1] as unknown,
      );
      expect(row).toContain(values.map((value) => ` \`${String(value)}\` |`).join(''));
    }
  });

  it('refuses what no form can show', () => {
    expect(() => toParameters(z.object({ nested: z.object({ a: z.int() }) }))).toThrow();
  });
});
