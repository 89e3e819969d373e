import { Parser, type CST } from 'yaml';
import { maxLevels } from '../domain/nesting.ts';

const isCollection = (token: CST.Token | null | undefined): token is CST.BlockMap | CST.BlockSequence | CST.FlowCollection =>
  token !== null && token !== undefined && 'items' in token;

/**
 * Offset of the first bracket nested deeper than `maxLevels`, in characters; null if there is none. Does not recurse, so that deep input
 * cannot overflow the stack.
 */
export const findTooDeep = (text: string): number | null => {
  const todo: { token: CST.Token | null | undefined; level: number }[] = [];
  let first: number | null = null;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') todo.push({ token: token.value, level: 1 });
  }
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { token, level } = next;
    if (!isCollection(token)) continue;
    if (level > maxLevels) first = Math.min(first ?? Infinity, token.offset);
    else for (const { key, value } of token.items) todo.push({ token: key, level: level + 1 }, { token: value, level: level + 1 });
  }
  return first;
};
