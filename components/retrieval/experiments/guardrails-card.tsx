import { Card } from '@/components/ui/card.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { ExperimentAnalysis } from '@/lib/domain/experiment.ts';
import { printMetricName, printSignedEffect } from '@/lib/print/metric.ts';
import { findFault } from './experiment-words.ts';
import { VerdictMark } from './verdict-mark.tsx';

const judge = (fault: string | null, isViolated: boolean, effect: number | null) => {
  if (fault !== null) return { code: 'no_verdict', text: `not valid: ${fault}` } as const;
  if (isViolated) return { code: 'harms', text: 'clearly worse' } as const;
  return effect === null ? ({ code: 'too_few', text: 'not known' } as const) : ({ code: 'no_evidence', text: 'not clearly worse' } as const);
};

/** Metrics that must not get worse, and what limits the analysis. */
export const GuardrailsCard = ({ analysis }: { analysis: ExperimentAnalysis }) => (
  <Card title="Guardrails" aside="must not get worse; each judged alone" bodyClassName="">
    {analysis.guardrails.length === 0 ? <p className="p-3 text-table text-text3">None apply yet.</p> : null}
    <ul>
      {analysis.guardrails.map(({ metric, isViolated, effect }) => {
        const { code, text } = judge(findFault(analysis), isViolated, effect);
        return (
          <li key={metric} className="flex h-8 items-center gap-2 border-b border-line px-3 text-table last:border-b-0">
            <VerdictMark code={code} />
            <span className="font-medium">{printMetricName(metric)}</span>
            <span className="text-text2">{text}</span>
            <span className={cx('ml-auto', code === 'no_verdict' && 'text-text3')}>{printSignedEffect(metric, effect)}</span>
          </li>
        );
      })}
    </ul>
    {analysis.notes.length > 0 ? (
      <ul aria-label="Notes" className="flex flex-col gap-1 border-t border-line p-3 text-fact text-text2">
        {analysis.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    ) : null}
  </Card>
);
