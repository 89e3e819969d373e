'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findGroupAt } from '@/components/findings/assessment-groups.ts';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { sumWaste } from '@/components/findings/waste-sum.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import type { Timeline } from './use-timeline.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { countAsOf, type FactsAsOf } from './facts-as-of.ts';
import { findUncalledSessions } from './find-uncalled-sessions.ts';
import { SessionHead } from './session-head.tsx';
import { SessionHeadSmall } from './session-head-small.tsx';
import { isWarmup } from '@/lib/session/warmup.ts';
import { usePlace, useSessionNavigation } from './timeline-context.ts';
import { computeVerdict, computeVerdictAsOf, findVerification } from './verdict.ts';

type Props = Pick<Timeline, 'strip' | 'findings' | 'replay'> & {
  session: SessionDetail;
  /** The playhead while the session is played; null: it is not. */
  replayCall: number | null;
  /** Findings as far as they are known there. */
  known: readonly FindingMark[];
  linkOf: () => string;
  /** The key has just copied it. */
  linkCopied: boolean;
  collapse: { isCollapsed: boolean; toggle: () => void };
};

/** The head of a session as the width allows, with what its calls and findings come to: in all, or while it is played, up to the playhead. */
export const SessionHeads = ({ session, strip, findings, replay, replayCall, known, linkOf, linkCopied, collapse }: Props) => {
  const { jumpToCall, goToEnd } = useSessionNavigation();
  const { data: overview } = strip.overview;
  const asOf = useMemo<FactsAsOf | null>(
    () =>
      replayCall === null ? null : { call: replayCall, counts: overview ? countAsOf(overview.ticks, session.toolCalls, replayCall) : null },
    [overview, replayCall, session.toolCalls],
  );
  const { data: turns } = useQuery(sessionQueries.turns(session.id));
  const { data: summaries } = useQuery({ ...summaryQueries.ofSession(session.id), enabled: session.turns > 0 });
  const verdict = useMemo(() => {
    const dependsOnTurns = session.takenBack + session.apiErrors + session.usageLimits + session.refusals > 0;
    if (!overview || (dependsOnTurns && !turns)) return null;
    if (asOf) return computeVerdictAsOf(asOf.call, asOf.counts, overview.ticks, known);
    const verification = turns && summaries ? findVerification(turns.turns, summaries) : null;
    return computeVerdict(session, overview.ticks, known, overview.lanes, turns?.turns, verification);
  }, [asOf, known, overview, session, summaries, turns]);
  const waste = useMemo(() => sumWaste(known), [known]);
  const { quiet } = usePlace().position;
  const related = useMemo(() => {
    const children = session.children.filter((child) => quiet || !isWarmup(child));
    // A call starts a subagent, and nothing else: the others are known before the overview is.
    return overview ? findUncalledSessions(children, overview.lanes) : children.filter(({ relation }) => relation !== 'subagent');
  }, [overview, quiet, session]);
  const onReplay = useStable(replay.toggle);
  const head = {
    session,
    verdict,
    waste,
    asOf,
    related,
    assessments: findGroupAt(findings.groups, replayCall) + 1,
    replay: replay.open ? replay : null,
    onReplay,
    onCall: jumpToCall,
    linkOf,
    linkCopied,
  };
  return (
    <>
      <SessionHead {...head} onEnd={goToEnd} />
      <SessionHeadSmall {...head} isCollapsed={collapse.isCollapsed} onCollapse={collapse.toggle} />
    </>
  );
};
