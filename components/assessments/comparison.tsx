'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { computeOpenSteps } from '@/components/findings/assessment-groups.ts';
import { useCompare, type Side } from './use-compare.ts';
import type { Findings } from '@/components/findings/use-findings.ts';
import { useGo } from '@/components/hooks/use-go.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { assessmentQueries } from '@/lib/client/queries/assessment-queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { AssessmentsHead } from './assessments-head.tsx';
import { FindingsCard } from './findings-card.tsx';
import { HistoryRail } from './history-rail.tsx';
import { moveAssessmentFocus, readFocusedAssessment } from './history-focus.ts';
import { OpenFindingsChart } from './open-findings-chart.tsx';
import { TextDiff } from './text-diff.tsx';

/** The history of a session's assessments, and two of them side by side: what became of each finding, and of the text. */
export const Comparison = ({ session, findings }: { session: SessionDetail; findings: Findings }) => {
  const go = useGo();
  const compare = useCompare(findings.assessments);
  const list = useRef<HTMLUListElement>(null);
  const wide = useMedia('(min-width: 640px)', true);
  const { groups, sides, observer, put } = compare;
  const [a, b] = [groups[sides.a]?.call ?? 0, groups[sides.b]?.call ?? 0];
  const diff = useQuery(assessmentQueries.diff(session.id, { from: a, to: b }));
  const steps = useMemo(
    () => computeOpenSteps(findings.episodes.filter((one) => observer === null || one.observer === observer)),
    [findings.episodes, observer],
  );
  const openInTimeline = (call: number) => go(`/sessions/${session.id}?call=${call}&tab=assessment`);
  const putFocused = (side: Side) => {
    const call = readFocusedAssessment(list.current);
    const at = groups.findIndex((group) => group.call === call);
    if (at >= 0) put({ [side]: at });
  };
  useHotkeys({
    j: () => moveAssessmentFocus(list.current, 1),
    k: () => moveAssessmentFocus(list.current, -1),
    a: () => putFocused('a'),
    b: () => putFocused('b'),
    '[': () => compare.move(-1),
    ']': () => compare.move(1),
    w: () => compare.setMarks(compare.marks === 'words' ? 'lines' : 'words'),
    v: () => compare.setChart(compare.chart === 'steps' ? 'table' : 'steps'),
    Enter: () => openInTimeline(b),
  });
  const changes = diff.data?.findings.filter((one) => observer === null || one.observer === observer) ?? [];
  const sent = groups.filter((group) => group.sent).length;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <AssessmentsHead session={session} compare={compare} text={diff.data?.after ?? null} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <HistoryRail compare={compare} list={list} onOpen={openInTimeline}>
          <OpenFindingsChart
            steps={steps}
            totalCalls={session.toolCalls}
            sides={{ a: groups[sides.a]?.call ?? null, b: groups[sides.b]?.call ?? null }}
            table={compare.chart === 'table'}
          />
        </HistoryRail>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 p-3 max-lg:flex-none lg:overflow-y-auto">
          {compare.notes.map((note) => (
            <p key={note} role="status" className="shrink-0 rounded-card bg-medbg px-3 py-1.5 text-table text-med">
              {note}
            </p>
          ))}
          {diff.error && !diff.data ? (
            <ErrorPane title="The assessments could not be compared" error={diff.error} retry={() => void diff.refetch()} />
          ) : null}
          {diff.data ? (
            <>
              <FindingsCard compare={compare} changes={changes} />
              <TextDiff
                before={diff.data.before}
                after={diff.data.after}
                beside={wide && compare.view === 'beside'}
                words={compare.marks === 'words'}
                note={observer === null ? null : 'the file covers all observers'}
                control={
                  <SegmentedControl
                    name="Marks"
                    size="head"
                    value={compare.marks}
                    onChange={compare.setMarks}
                    segments={[
                      { value: 'words', label: 'Words' },
                      { value: 'lines', label: 'Lines' },
                    ]}
                  />
                }
              />
            </>
          ) : null}
        </div>
      </div>
      <PageFooter
        place="assessments"
        facts={`${printCounted(groups.length, 'assessment')} by ${printCounted(compare.observers.length, 'observer')}, ${printCount(sent)} sent to the agent`}
      />
    </div>
  );
};
