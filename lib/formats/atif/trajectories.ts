import type { Relation } from '../../domain/session.ts';
import { isAtif } from '../content-marks.ts';
import { longFingerprintOf } from '../elements/element-drafts.ts';
import { toCount, toJson, toList, toName, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';

/** One trajectory of a document, and how it relates to the others. */
export type Trajectory = {
  value: JsonObject;
  steps: readonly unknown[];
  nativeId: string;
  family: string;
  parentNativeId: string | null;
  relation: Relation | null;
};

const idChars = 256;
export const pathChars = 4096;

/** The trajectories of a document: itself, or those it lists; each followed by those embedded in it, in their order. */
export const listTrajectories = (document: unknown, path: string): Trajectory[] => {
  const root = toObject(document);
  const roots = root && isAtif(root) ? [root] : toObjects(toList(document) ?? Object.values(root ?? {})).filter(isAtif);
  const nodes: { value: JsonObject; parent: number | null }[] = roots.map((value) => ({ value, parent: null }));
  for (let index = 0; index < nodes.length; index++) {
    const embedded = toObjects(toList(nodes[index]?.value.subagent_trajectories) ?? []);
    for (const value of embedded) nodes.push({ value, parent: index });
  }
  const names = nameAll(
    nodes.map((node) => node.value),
    path,
  );
  const byRef = new Map(nodes.flatMap(({ value }, index) => refIdsOf(value).map((id) => [id, index] as const)).reverse());
  for (const [index, { value }] of nodes.entries()) {
    for (const id of listRefs(value)) {
      const child = nodes[byRef.get(id) ?? -1];
      if (child && child.value !== value && child.parent === null && !isAbove(nodes, child, index)) child.parent = index;
    }
  }
  return nodes.map(({ value, parent }, index) => {
    const steps = toList(value.steps) ?? [];
    const family = toFamily(nodes[rootOf(nodes, index)]?.value ?? value);
    const nativeId = names[index] ?? '';
    const before = parent === null ? findBefore(value, path) : null;
    const parentNativeId = parent === null ? before : (names[parent] ?? null);
    return { value, steps, nativeId, family, parentNativeId, relation: parent !== null ? 'subagent' : before ? 'continuation' : null };
  });
};

type Node = { value: JsonObject; parent: number | null };

const rootOf = (nodes: readonly Node[], from: number): number => {
  let at = from;
  for (let parent = nodes[at]?.parent ?? null; parent !== null; parent = nodes[at]?.parent ?? null) at = parent;
  return at;
};

const isAbove = (nodes: readonly Node[], node: Node, from: number): boolean => nodes[rootOf(nodes, from)] === node;

/** Names by which a document refers to a trajectory; the first trajectory with that name is meant. */
const refIdsOf = (value: JsonObject): string[] =>
  [toName(value.trajectory_id, idChars), toName(value.session_id, idChars)].filter((id) => id !== null);

/** The trajectories that the results of a trajectory refer to, by the name they use. */
const listRefs = (value: JsonObject): string[] =>
  toObjects(toList(value.steps) ?? [])
    .flatMap((step) => toObjects(toList(toObject(step.observation)?.results) ?? []))
    .flatMap((result) => listResultRefs(result))
    .flatMap((ref) => ref.id ?? []);

/** Names of a trajectory in one reference: its id, and the path of its file. */
export type Ref = { id: string | null; path: string | null };

/**
 * The references of one result: a list in the specification, one object in older writers. Since 1.7 a `session_id` only names the
 * run, which siblings share; before, nothing else named the trajectory.
 */
export const listResultRefs = (result: JsonObject): Ref[] => {
  const refs = toList(result.subagent_trajectory_ref) ?? [result.subagent_trajectory_ref];
  return toObjects(refs).map((ref) => ({ id: refIdsOf(ref)[0] ?? null, path: toName(ref.trajectory_path, pathChars) }));
};

/** Native ids; a second trajectory of the same name within a document gets its number. */
const nameAll = (values: readonly JsonObject[], path: string): string[] => {
  const used = new Set<string>();
  return values.map((value, index) => {
    const own = toNativeId(value, path);
    const name = used.has(own) ? `${own}:${String(index)}` : own;
    used.add(name);
    return name;
  });
};

const toNativeId = (value: JsonObject, path: string): string => {
  const index = toContinuation(value, path);
  return toName(value.trajectory_id, idChars) ?? `${toRunId(value)}${index === 0 ? '' : `:cont-${String(index)}`}`;
};

/**
 * The run's id. One without a digit (`default`, `SESSION_ID`) names no run: the first step distinguishes runs, which a
 * continuation copies.
 */
const toRunId = (value: JsonObject): string => {
  const id = toName(value.session_id, idChars);
  if (id !== null && /\d/u.test(id)) return id;
  const first = toObject(toList(value.steps)?.[0]) ?? {};
  return `${id ?? 'steps'}:${longFingerprintOf(toJson([first.source, first.message]))}`;
};

/** A continuation file has its number, or begins with copied steps and has its number in its name; 0 for any other. */
const toContinuation = (value: JsonObject, path: string): number => {
  const given = toCount(toObject(toObject(value.agent)?.extra)?.continuation_index);
  if (given !== null || toObject(toList(value.steps)?.[0])?.is_copied_context !== true) return given ?? 0;
  return Number(/\.cont-(\d{1,4})\.json$/u.exec(path)?.[1] ?? 0);
};

/** The trajectory that this one continues. */
const findBefore = (value: JsonObject, path: string): string | null => {
  const index = toContinuation(value, path);
  if (index === 0 || toName(value.trajectory_id, idChars) !== null) return null;
  return index === 1 ? toRunId(value) : `${toRunId(value)}:cont-${String(index - 1)}`;
};

/** The agent's name in lower case with hyphens; the summarising helpers of Terminus belong to it. */
const toFamily = (value: JsonObject): string => {
  const name = toText(toObject(value.agent)?.name)?.slice(0, 128).toLowerCase() ?? '';
  const kebab = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/gu, '');
  return kebab.replace(/-summarization-(?:summary|questions|answers)$/u, '') || 'atif';
};
