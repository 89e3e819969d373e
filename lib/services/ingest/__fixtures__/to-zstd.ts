/** A zstd frame of blocks as they are; `window`: the byte for its window, 1 MB. */
export const toZstd = (bytes: Uint8Array, window = 0x50): Buffer => {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1_000) {
    const block = Buffer.from(bytes.subarray(at, at + 1_000));
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | Number(at + 1_000 >= bytes.length), 0, 3);
    blocks.push(head, block);
  }
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window]), ...blocks]);
};
