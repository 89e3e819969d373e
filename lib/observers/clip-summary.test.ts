import { expect, it } from 'vitest';
import { toolKind } from '../domain/tool-call.ts';
import { clipSummary } from './clip-summary.ts';

const long = `${'deep/'.repeat(40)}parse-line.test.ts`;

it('leaves the name of a file, and of all else its beginning, in as many bytes', () => {
  for (const kind of toolKind.options) {
    const cut = clipSummary(kind, long, 60);
    expect(Buffer.byteLength(cut)).toBe(60);
    const isOfFile = ['read', 'edit', 'write'].includes(kind);
    expect([cut.endsWith('/parse-line.test.ts'), cut.endsWith('deep/deep/de…')]).toEqual([isOfFile, !isOfFile]);
    expect(clipSummary(kind, 'src/a.ts', 60)).toBe('src/a.ts');
  }
});
