import { maxImageBytes } from '../domain/shown-image.ts';
import { AppError } from '../domain/errors.ts';
import { findStoredImage, type StoredImage } from '../formats/stored-image.ts';
import { printBytes } from '../print/bytes.ts';
import type { Store } from '../store/store.ts';

/** How many records of one line are looked at for other images of the same size. */
const siblings = 50;

/** An image attached to a record, by its number from 0, out of the stored line; null: there is no such record. */
export const readImage = async (store: Store, sessionId: string, recordId: string, number: number): Promise<StoredImage | null> => {
  const record = await store.findRecord(sessionId, recordId, 0);
  if (!record) return null;
  const { id, seq, line, sourcePath, attachments } = record;
  const attached = attachments[number];
  if (!attached) {
    const known = attachments.length === 0 ? 'It has none' : `It has ${attachments.length}, numbered from 0`;
    throw new AppError('not_found', `There is no attachment ${number} of record ${id}. ${known}.`);
  }
  if (attached.bytes > maxImageBytes)
    throw new AppError('too_large', `The image has ${printBytes(attached.bytes)}. Up to ${printBytes(maxImageBytes)} are shown.`);
  const earlier = await store.listRecords(record.sessionId, Math.max(0, seq - siblings), Math.min(siblings, seq), 0);
  const besides = earlier.filter((one) => one.line === line && one.sourcePath === sourcePath).flatMap((one) => one.attachments);
  const before = [...besides, ...attachments.slice(0, number)].filter(({ bytes }) => bytes === attached.bytes).length;
  const found = await store.readRaw(record.sessionId, id);
  const image = found?.raw ? findStoredImage(found.raw, attached.bytes, before) : null;
  if (!image)
    throw new AppError('not_found', `The stored line has no PNG, JPEG, GIF or WebP image for attachment ${number} of record ${id}.`);
  return image;
};
