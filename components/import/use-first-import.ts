'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { ListedSession } from '@/lib/contracts/sessions.ts';
import { useFollow } from './use-follow.ts';

/**
 * The newest of one's own sessions so far. Some files hold none with a prompt, such as one that was opened and left; a subagent's may come
 * before that of its session.
 */
const findNewest = (sessions: readonly ListedSession[] | undefined): ListedSession | undefined =>
  sessions
    ?.filter(({ synthetic, turns, relation }) => !synthetic && turns > 0 && relation !== 'subagent')
    .toSorted((a, b) => (b.lastRecordAtMs ?? 0) - (a.lastRecordAtMs ?? 0))[0];

/**
 * Imports and follows folders, the one with the newest file first, then opens the newest own session as soon as it is read: files come
 * newest first, and the rest goes on meanwhile. Without any, it opens the import's results. `runs`: the imports of folders while that takes.
 */
export const useFirstImport = (folders: readonly { path: string; label: string }[], isShown: boolean) => {
  const router = useRouter();
  const follow = useFollow();
  const awaits = follow.isPending || follow.isSuccess;
  const { data: newest, refetch } = useQuery({ ...sessionQueries.list({ hidesDemo: 'true', limit: 20 }), enabled: awaits });
  const { data: past } = useQuery({ ...importQueries.list(), enabled: isShown || awaits });
  const own = past?.items.filter(({ origin, startedAtMs }) => origin === 'watch' && startedAtMs >= follow.submittedAt) ?? [];
  const runs = follow.isSuccess ? own : own.filter(({ status }) => status === 'open');
  const isOver = follow.isSuccess && runs.every(({ status }) => status !== 'open');
  const newestAgent = folders[0]?.label;
  const resultsOf = runs[0] ? `/import?import=${runs[0].id}` : '/import';
  const hasLanded = useRef(false);
  const items = newest?.items;
  useEffect(() => {
    if (!awaits) return;
    // The loaded sessions may be older than the loaded imports.
    void refetch().then(({ data }) => {
      // Another folder's first session may come before that of the folder with the newest file.
      const ofNewest = findNewest(data?.items.filter(({ agentLabel }) => agentLabel === newestAgent));
      const session = ofNewest ?? (isOver ? findNewest(data?.items) : undefined);
      if (hasLanded.current || (session === undefined && !isOver)) return;
      hasLanded.current = true;
      router.push(session ? `/sessions/${session.id}` : resultsOf);
    });
  }, [awaits, isOver, items, newestAgent, resultsOf, refetch, router]);
  return {
    start: () => follow.mutate(folders.map(({ path }) => ({ path }))),
    isBusy: awaits || runs.length > 0,
    awaits,
    runs,
    error: follow.error,
  };
};
