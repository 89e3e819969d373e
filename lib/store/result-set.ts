/**
 * Identity of a result set, the same for every engine: two lists over one filter have the same text exactly when the same items matched
 * in the same versions. It is the number of items and, in base 36, the sum of one weight an item:
 * `(idHash × (2 × version + 1)) mod 2^32`, with `idHash` of `computeIdHash`. A sum needs no order, so that any engine can compute it
 * while it counts; a change of a version changes its item's weight, since `2 × idHash` is no multiple of 2^32 but for one id in 2^31.
 * An action on all that match a filter carries this text, and fails with `conflict` where it is another by then.
 */
export const toResultSetHash = (total: number, weights: number): string => `${total}-${weights.toString(36)}`;

/** FNV-1a (Fowler, Noll and Vo) over the UTF-16 units of an id, as an unsigned 32-bit integer. */
export const computeIdHash = (id: string): number => computeFnv1a(id) >>> 0;

/** FNV-1a over the UTF-16 units of a text, as a signed 32-bit integer. */
export const computeFnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
};
