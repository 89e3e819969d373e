import { createLoader } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import { afterAddress, afterMove, type KnownPosition } from './known-position.ts';
import { positionKeys, positionParsers, printPosition, type Position } from './position.ts';

const load = createLoader(positionParsers, { urlKeys: positionKeys });
const positionAt = (address: string, seq: number | null): Position => ({ ...load(`http://localhost/${address}`), seq });
const start: KnownPosition = { printed: '', seq: null, restored: 1, unnamed: null };
const record = positionAt('?record=r1', 4);
const next = positionAt('', 5);

describe('the known position', () => {
  it('keeps the selected record when an older address of the page arrives after a move', () => {
    const moved = afterMove(afterMove(start, record), next);
    const echo = afterAddress(moved, printPosition(record));
    expect(echo).toMatchObject({ seq: null, restored: 2 });
    expect(afterAddress(echo, printPosition(next))).toMatchObject({ printed: '', seq: 5, restored: 3 });
  });
  it('takes no place over to another address, nor to one that selects nothing since', () => {
    const moved = afterMove(start, next);
    expect(afterAddress(moved, '?call=7').seq).toBeNull();
    expect(afterAddress(moved, '?text=raw').seq).toBeNull();
    expect(afterAddress(afterMove(moved, positionAt('', null)), '').seq).toBeNull();
  });
});
