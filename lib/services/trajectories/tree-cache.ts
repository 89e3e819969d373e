import type { JsonTree } from '../../trajectories/json-tree.ts';

/** One looks at a snapshot for minutes, in many small steps. */
const keptMs = 120_000;
/** Characters of text that are held; a tree takes several times that. */
const maxChars = 24_000_000;

/** Holds the trees that were read last for two minutes after the last look, so that a step into one does not read it again. */
export const makeTreeCache = (now: () => number) => {
  const held = new Map<string, { tree: JsonTree; usedAtMs: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sweep = (): void => {
    for (const [key, { usedAtMs }] of held) if (now() - usedAtMs >= keptMs) held.delete(key);
    clearTimeout(timer);
    timer = held.size === 0 ? undefined : setTimeout(sweep, keptMs);
    timer?.unref();
  };

  return {
    find: (key: string): JsonTree | null => {
      const found = held.get(key);
      if (!found) return null;
      // The tree that was looked at last moves to the end.
      held.delete(key);
      held.set(key, { ...found, usedAtMs: now() });
      return found.tree;
    },
    keep: (key: string, tree: JsonTree): void => {
      held.delete(key);
      held.set(key, { tree, usedAtMs: now() });
      let chars = [...held.values()].reduce((sum, one) => sum + one.tree.text.length, 0);
      for (const [oldest, { tree: former }] of held) {
        if (chars <= maxChars || held.size <= 2) break;
        held.delete(oldest);
        chars -= former.text.length;
      }
      sweep();
    },
    size: () => held.size,
  };
};
