'use client';
import { useQuery } from '@tanstack/react-query';
import { snapshotQueries } from '@/lib/client/queries/snapshot-queries.ts';
import type { TreeNode } from '@/lib/domain/snapshot-tree.ts';
import { indentJson } from '@/lib/trajectories/indent-json.ts';

const maxChars = 4_194_304;

/** Whether what is shown of a value at first is less than it. */
export const isShort = (node: TreeNode | null): boolean => node === null || (!node.isCut && node.kind !== 'object' && node.kind !== 'list');

/** One side of a change: what came with it, or, where `isWhole` asks for that, all of the value. */
export const useSide = (id: string, position: number, node: TreeNode | null, isWhole: boolean) => {
  const isAsked = isWhole && node !== null && !isShort(node);
  const value = useQuery({
    ...snapshotQueries.value(id, position, { path: node?.pointer ?? '', from: 0, length: maxChars }),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 5_000,
  });
  const text = isAsked && value.data ? value.data.text : (node?.preview ?? '');
  const isJson = isAsked && value.data !== undefined && (node.kind === 'object' || node.kind === 'list');
  return {
    text: isJson ? indentJson(text) : text,
    isLoading: isAsked && value.isPending,
    error: isAsked ? value.error : null,
    retry: () => void value.refetch(),
  };
};
