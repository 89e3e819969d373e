import type { Snapshot } from '../../domain/snapshot.ts';
import { compareCodePoints, parsePythonJson, writePythonJson } from '../python-json.ts';
import { toSnapshot } from '../snapshot.ts';

/**
 * The text that weakincentives writes for a snapshot: for a line that it wrote itself, that line to the byte. Null for what it refuses.
 * Items are written as they are, where the library leaves out fields that its classes do not have.
 */
export const rewriteSnapshot = (text: string): string | null => {
  const snapshot = readExactly(text);
  if (snapshot === null) return null;
  const { createdAt, parentId, childrenIds, slices, tags, policies } = snapshot;
  return writePythonJson({
    version: '1',
    created_at: createdAt.iso,
    parent_id: parentId,
    children_ids: childrenIds,
    slices: [...slices]
      .sort((a, b) => compareCodePoints(a.sliceType, b.sliceType))
      .map(({ sliceType, itemType, items }) => ({ slice_type: sliceType, item_type: itemType, items })),
    tags,
    policies,
  });
};

/** With numbers as they are written. */
const readExactly = (text: string): Snapshot | null => {
  try {
    const reading = toSnapshot(parsePythonJson(text));
    return 'snapshot' in reading ? reading.snapshot : null;
  } catch {
    return null;
  }
};
