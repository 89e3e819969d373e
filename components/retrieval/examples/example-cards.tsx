'use client';
import { useNow } from '@/components/hooks/use-now.ts';
import { Card } from '@/components/ui/card.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import type { RetrieveAnswer } from '@/lib/domain/retrieval.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ExampleRow } from './example-row.tsx';
import { LeftOutList } from './left-out-list.tsx';

/** Which examples a prompt retrieves, and why. */
export const WhyExamples = ({ answer: { examples, leftOut, notes } }: { answer: RetrieveAnswer }) => {
  const nowMs = useNow();
  const mostScore = Math.max(...examples.flatMap(({ terms }) => terms?.map(({ score }) => score) ?? []), 0.01);
  const [first] = examples;
  const best = first ? first.score / first.relativeScore : null;
  return (
    <Card title="Why these examples" aside="BM25 by word" className="shrink-0" bodyClassName="">
      {examples.length === 0 ? (
        <p className="border-b border-line p-3 text-table text-text2">{notes.join(' ')}</p>
      ) : (
        <ol aria-label="Examples" className="contents">
          {examples.map((example) => (
            <ExampleRow key={example.recordId} example={example} mostScore={mostScore} nowMs={nowMs} />
          ))}
        </ol>
      )}
      <LeftOutList leftOut={leftOut ?? []} best={best} />
    </Card>
  );
};

/** A text as the hook sends it. */
export const Section = ({ section }: { section: string }) => (
  <Card
    title="What the agent gets"
    aside={
      <span className="flex items-center gap-2">
        {printCounted(section.length, 'character')}
        <CopyButton name="Copy the section" text={section} small />
      </span>
    }
    className="shrink-0"
    bodyClassName="max-h-[60vh] overflow-auto"
  >
    <pre tabIndex={0} aria-label="Section" className="p-3 font-mono text-fact break-words whitespace-pre-wrap text-text">
      {toVisibleText(section)}
    </pre>
  </Card>
);
