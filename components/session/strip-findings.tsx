'use client';
import { memo } from 'react';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { laneHeight, type Brackets } from './strip-brackets.ts';

const colors: Record<AssessmentSeverity, string> = { warning: 'var(--high)', caution: 'var(--med)', info: 'var(--low)' };
const markSize = 10;
const tick = 4;

/** Brackets over the calls that findings rest on, with mark and words; dashed where a replay has not come to them. */
export const StripFindings = memo(({ brackets, replayCall }: { brackets: Brackets; replayCall: number | null }) => (
  <g>
    {brackets.brackets.map(({ mark, lane, x, end, labelX, label }) => {
      const color = colors[mark.severity];
      const top = lane * laneHeight;
      const ahead = replayCall !== null && mark.reportedAt > replayCall;
      return (
        <g key={mark.key}>
          <svg x={labelX} y={top} width={markSize} height={markSize} overflow="visible">
            <SeverityMark severity={toSeverity(mark.severity)} size={markSize} />
          </svg>
          {label === null ? null : (
            <text x={labelX + 13} y={top + 9} fontSize="11" fontWeight="500" fill={color}>
              {toVisibleText(label)}
            </text>
          )}
          <path
            d={`M${(x + 0.75).toFixed(1)} ${top + 11.5 + tick}v${-tick}H${(end - 0.75).toFixed(1)}v${tick}`}
            fill="none"
            stroke={color}
            strokeWidth="1.5"
            strokeDasharray={ahead ? '3 2' : undefined}
          />
        </g>
      );
    })}
    {brackets.more ? (
      <text x={brackets.more.to} y={9} textAnchor="end" fontSize="11" fontWeight="500" fill="var(--text2)">
        +{brackets.more.marks.length}
      </text>
    ) : null}
  </g>
));
StripFindings.displayName = 'StripFindings';
