import { expect, it } from 'vitest';
import { makeFollowedFiles } from './followed-files.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('joins changes that come together, and works once more for those that come meanwhile', async () => {
  let atOnce = 0;
  let runs = 0;
  const files = makeFollowedFiles(async () => {
    atOnce += 1;
    runs += 1;
    expect(atOnce).toBe(1);
    await pause(60);
    atOnce -= 1;
  });
  for (let at = 0; at < 5; at += 1) files.changed('a');
  await pause(50);
  for (let at = 0; at < 5; at += 1) files.changed('a');
  await pause(200);
  await files.close();
  files.changed('a');
  await pause(50);
  expect(runs).toBe(2);
});
