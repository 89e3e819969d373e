import type { Fields, Snapshot } from '../domain/snapshot.ts';
import type { DescriptorTriple, GivenDescriptor } from '../domain/trajectory.ts';
import { toList, toObject, toText } from '../formats/narrow.ts';
import type { EventLists, SnapshotEvent } from './events.ts';

export const defaultTag = 'latest';

/**
 * The triple of a snapshot's last prompt, from the descriptor or else the fields beside it; `tag` comes from the session's tags. `given`
 * replaces missing parts. Null if no event names a prompt, because the default `snapshot()` leaves events out, and no prompt is given.
 */
export const toTriple = (
  { tags }: Snapshot,
  { rendered, executed }: EventLists,
  given: GivenDescriptor | null = null,
): DescriptorTriple | null => {
  const prompt = toPrompt(rendered.at(-1)) ?? toPrompt(executed.at(-1));
  const { ns = null, key = null, tag = defaultTag } = given ?? {};
  const named = prompt ?? (ns === null || key === null ? null : { ns, key });
  return named && { ...named, tag: tags.tag ?? tag };
};

/** The prompt that an event names; null if it names none. */
export const toPrompt = (event: SnapshotEvent | undefined): { ns: string; key: string } | null => {
  const descriptor = toObject(event?.fields.descriptor);
  const [ns, key] = [
    toText(descriptor?.ns) ?? toText(event?.fields.prompt_ns),
    toText(descriptor?.key) ?? toText(event?.fields.prompt_key),
  ];
  return ns === null || key === null ? null : { ns, key };
};

/** `ns/key:tag`, as people read it. */
export const printTriple = ({ ns, key, tag }: DescriptorTriple): string => `${ns}/${key}:${tag}`;

/** The hashes of a prompt's parts, by `section a.b` and `tool name`. */
export type PromptVersion = ReadonlyMap<string, string>;

/** The version of the prompt that an event names; null without a descriptor, as today's adapters write it. */
export const toPromptVersion = ({ fields }: SnapshotEvent): PromptVersion | null => {
  const descriptor = toObject(fields.descriptor);
  if (!descriptor) return null;
  const parts = (name: string): Fields[] => (toList(descriptor[name]) ?? []).map((part) => toObject(part) ?? {});
  return new Map([
    ...parts('sections').map((part) => [`section ${(toList(part.path) ?? []).join('.')}`, toText(part.content_hash) ?? ''] as const),
    ...parts('tools').map((part) => [`tool ${toText(part.name) ?? ''}`, toText(part.contract_hash) ?? ''] as const),
  ]);
};

/** Changes between two versions of a prompt, in words; empty if they are the same. */
export const comparePromptVersions = (before: PromptVersion, after: PromptVersion): string[] => [
  ...[...after].flatMap(([part, hash]) => (before.has(part) ? (before.get(part) === hash ? [] : [`${part} changed`]) : [`${part} added`])),
  ...[...before.keys()].filter((part) => !after.has(part)).map((part) => `${part} removed`),
];
