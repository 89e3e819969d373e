'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { assessmentQueries } from '@/lib/client/queries/assessment-queries.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CollapsedSection } from './collapsed-section.tsx';

const printSize = (text: string): string =>
  `assessment.md, ${printBytes(new TextEncoder().encode(text).length)}, ${printCounted(text.replace(/\n$/u, '').split('\n').length, 'line')}`;

/** The assessment file as of a call: what the agent was given, or would have been; asked only while it is open. */
export const AssessmentText = ({ sessionId, at, sent }: { sessionId: string; at: number; sent: boolean }) => {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({ ...assessmentQueries.markdown(sessionId, { at }), enabled: open });
  return (
    <CollapsedSection
      title={sent ? 'As sent' : 'As written'}
      about={open && data !== undefined ? printSize(data) : 'assessment.md'}
      open={open}
      onOpen={setOpen}
    >
      {data === undefined ? (
        error ? (
          <p role="alert" className="text-high">
            The text could not be loaded: {error.message}
          </p>
        ) : null
      ) : (
        <div className="relative">
          <pre
            tabIndex={0}
            aria-label="assessment.md"
            className="max-h-[50vh] overflow-auto rounded-code border border-line bg-term px-2.5 py-1.5 font-mono text-fact break-words whitespace-pre-wrap"
          >
            {toVisibleText(data)}
          </pre>
          <span className="absolute top-1 right-1 bg-term">
            <CopyButton text={data} name="Copy assessment.md" small />
          </span>
        </div>
      )}
    </CollapsedSection>
  );
};
