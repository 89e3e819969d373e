import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { decompress } from './compress.ts';
import { packParts } from './raw-parts.ts';

const unpack = ({ data, parts: { ends, order } }: ReturnType<typeof packParts>): Buffer =>
  Buffer.concat(order.map((at) => decompress(data.subarray(ends[at - 1] ?? 0, ends[at]))));

const buildText = (bytes: number): Buffer =>
  Buffer.from(Array.from({ length: Math.ceil(bytes / 20) }, (_, at) => `${(at * 7_919) % 100_003} item ${at}\t`).join('')).subarray(
    0,
    bytes,
  );

it('gives the bytes back', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((unit) => Buffer.concat(Array.from({ length: 300 }, () => unit)));
  fc.assert(
    fc.property(bytes, fc.nat(300), (data, cut) => {
      const starts = data.length === 0 ? [] : [...new Set([0, Math.min(cut, data.length - 1)])];
      expect(unpack(packParts(data, starts)).equals(data)).toBe(true);
    }),
    fuzz(50),
  );
});

it('stores once what lines have in common, wherever it stands', () => {
  const text = buildText(100_000);
  const changed = Buffer.concat([Buffer.from('grown '), text.subarray(0, 50_000), Buffer.from('new'), text.subarray(50_000)]);
  const { parts } = packParts(Buffer.concat([text, changed]), [0, text.length]);
  expect(parts.order.length).toBeGreaterThan(40);
  expect(parts.order.length - parts.hashes.length).toBeGreaterThan(parts.order.length / 2 - 6);
});

it('bounds parts of any content', () => {
  const { parts } = packParts(Buffer.alloc(1_000_000, 'a'), [0]);
  expect(parts.order.length).toBeGreaterThanOrEqual(1_000_000 / 16_384);
  expect(parts.hashes.length).toBeLessThanOrEqual(2);
});
