import { expect, it } from 'vitest';
import { findStoredImage } from './stored-image.ts';

const png = (end: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, end]);
const gif = Buffer.from('GIF89a and more');

it('finds an image by its size, and among several of one size by its place', () => {
  const [one, two] = [png(1).toString('base64'), png(2).toString('base64')];
  const line = JSON.stringify({
    content: [{ data: one }, { text: 'x'.repeat(12) }, { url: `data:image/png;base64,${two}` }, { data: 'Z2lm' }],
  });
  expect(findStoredImage(line, 9, 0)).toEqual({ mediaType: 'image/png', bytes: png(1) });
  expect(findStoredImage(line, 9, 1)).toEqual({ mediaType: 'image/png', bytes: png(2) });
  expect(findStoredImage(line, 9, 2)).toBeNull();
  expect(findStoredImage(line, 8, 0)).toBeNull();
});

it('goes by what the bytes are, whatever the line calls them, and reads escaped slashes', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff]);
  expect(findStoredImage(`{"media_type":"image/svg+xml","data":"${gif.toString('base64')}"}`, gif.length, 0)?.mediaType).toBe('image/gif');
  expect(findStoredImage(`{"data":"${jpeg.toString('base64').replaceAll('/', '\\/')}"}`, 6, 0)).toEqual({
    mediaType: 'image/jpeg',
    bytes: jpeg,
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(findStoredImage(`{"media_type":"image/png","data":"${svg.toString('base64')}"}`, svg.length, 0)).toBeNull();
});
