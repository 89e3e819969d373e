/** FNV-1a over the UTF-16 units of a native key, as a signed 32-bit integer. Finds candidates; the key itself decides. */
export const computeNativeHash = (nativeKey: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < nativeKey.length; at += 1) hash = Math.imul(hash ^ nativeKey.charCodeAt(at), 0x01000193);
  return hash | 0;
};
