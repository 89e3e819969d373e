import { toLineHash } from '../sources/lines.ts';
import type { RawChunk } from './rows.ts';

/** The hash of each line of a run as its file has it, which differs where secrets were replaced. */
export const listLineHashes = ({ bytes, starts, hashes }: Pick<RawChunk, 'starts' | 'hashes'> & { bytes: Buffer }): string[] =>
  starts.map((start, at) => hashes?.[at] ?? toLineHash(bytes.subarray(start, starts[at + 1])));
