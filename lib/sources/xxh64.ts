const [prime1, prime2, prime3, prime4, prime5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
];
const stripeBytes = 32;

const toU64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotate = (value: bigint, bits: bigint): bigint => toU64(value << bits) | (value >> (64n - bits));
const round = (sum: bigint, input: bigint): bigint => toU64(rotate(toU64(sum + toU64(input * prime2)), 31n) * prime1);
const mergeRound = (hash: bigint, sum: bigint): bigint => toU64(toU64((hash ^ round(0n, sum)) * prime1) + prime4);

/**
 * XXH64 with seed 0 of what is added piece by piece, as zstd's content checksum takes it (RFC 8878, 3.1.1). Linear, in constant memory.
 */
export const makeXxh64 = (): { add: (bytes: Uint8Array) => void; digest: () => bigint } => {
  const sums = new BigUint64Array([toU64(prime1 + prime2), prime2, 0n, toU64(-prime1)]);
  const rest = new Uint8Array(stripeBytes);
  let kept = 0;
  let total = 0;

  const addStripes = (bytes: Uint8Array): void => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let [a = 0n, b = 0n, c = 0n, d = 0n] = sums;
    for (let at = 0; at < bytes.length; at += stripeBytes) {
      a = round(a, view.getBigUint64(at, true));
      b = round(b, view.getBigUint64(at + 8, true));
      c = round(c, view.getBigUint64(at + 16, true));
      d = round(d, view.getBigUint64(at + 24, true));
    }
    sums.set([a, b, c, d]);
  };

  const add = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (kept > 0) {
      at = Math.min(stripeBytes - kept, bytes.length);
      rest.set(bytes.subarray(0, at), kept);
      kept += at;
      if (kept < stripeBytes) return;
      addStripes(rest);
    }
    const end = bytes.length - ((bytes.length - at) % stripeBytes);
    addStripes(bytes.subarray(at, end));
    rest.set(bytes.subarray(end));
    kept = bytes.length - end;
  };

  const digest = (): bigint => {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = sums;
    let hash = prime5;
    if (total >= stripeBytes) {
      hash = toU64(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
      for (const sum of [a, b, c, d]) hash = mergeRound(hash, sum);
    }
    hash = toU64(hash + BigInt(total));
    const view = new DataView(rest.buffer);
    let at = 0;
    for (; at + 8 <= kept; at += 8) hash = toU64(rotate(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * prime1 + prime4);
    for (; at + 4 <= kept; at += 4) hash = toU64(rotate(hash ^ toU64(BigInt(view.getUint32(at, true)) * prime1), 23n) * prime2 + prime3);
    for (; at < kept; at += 1) hash = toU64(rotate(hash ^ toU64(BigInt(view.getUint8(at)) * prime5), 11n) * prime1);
    hash = toU64((hash ^ (hash >> 33n)) * prime2);
    hash = toU64((hash ^ (hash >> 29n)) * prime3);
    return hash ^ (hash >> 32n);
  };

  return { add, digest };
};
