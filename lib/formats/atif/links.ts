import type { ElementContext } from '../elements/drafting.ts';
import { toName, toObject, type JsonObject } from '../narrow.ts';
import { pathChars, type Ref } from './trajectories.ts';

export type AddLinks = (context: ElementContext, nativeCallId: string | null, refs: readonly Ref[], relation?: 'continuation') => void;

/**
 * Links a session to those that it refers to: by the name within the document (`byRef`) where it holds them, else by
 * their id and by the path of their file, for either may be how they are found.
 */
export const makeLinker =
  (byRef: ReadonlyMap<string, string>, path: string): AddLinks =>
  ({ out, session }, nativeCallId, refs, relation) => {
    const link = { session, nativeCallId, ...(relation && { relation }) };
    for (const ref of refs) {
      const inside = ref.id === null ? undefined : byRef.get(ref.id);
      const childNativeId = inside ?? ref.id;
      if (childNativeId !== null && inside !== session) out.links.push({ ...link, childNativeId });
      if ((inside === undefined || inside === session) && ref.path !== null) {
        out.links.push({ ...link, childPath: resolvePath(path, ref.path) });
      }
    }
  };

/** The file that continues a trajectory: its path, or an object as results have it. */
export const toContinuedRefs = (value: JsonObject): Ref[] => {
  const ref = value.continued_trajectory_ref;
  const path = toName(ref, pathChars) ?? toName(toObject(ref)?.trajectory_path, pathChars);
  return path === null ? [] : [{ id: null, path }];
};

/** A path as seen from the file at `from`. */
const resolvePath = (from: string, to: string): string => {
  if (/^(?:\/|[A-Za-z]:)/u.test(to)) return to;
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
};
