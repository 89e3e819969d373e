import { Card } from '@/components/ui/card.tsx';
import type { ArmName, ExperimentAnalysis } from '@/lib/domain/experiment.ts';
import { ArmsTable } from './arms-table.tsx';
import { DefinitionCard } from './definition-card.tsx';
import { EffectsTable } from './effects-table.tsx';
import { GuardrailsCard } from './guardrails-card.tsx';
import { RatioAndPower } from './ratio-and-power.tsx';
import { SequenceChart } from './sequence-chart.tsx';

const chartPx = 240;

type Props = { analysis: ExperimentAnalysis; nowMs: number | null; onOpenArm: (arm: ArmName) => void };

/** Measurements of a started experiment so far. */
export const ExperimentFigures = ({ analysis, nowMs, onOpenArm }: Props) => (
  <>
    <div className="grid shrink-0 grid-cols-1 gap-3 xl:grid-cols-2">
      <SequenceChart analysis={analysis} height={chartPx} />
      <Card title="Arms" aside="assigned by session" bodyClassName="">
        <div className="overflow-x-auto">
          <ArmsTable analysis={analysis} onOpenArm={onOpenArm} />
        </div>
        <RatioAndPower analysis={analysis} />
      </Card>
    </div>
    <EffectsTable analysis={analysis} />
    <div className="grid shrink-0 grid-cols-1 items-start gap-3 xl:grid-cols-2">
      <GuardrailsCard analysis={analysis} />
      <DefinitionCard experiment={analysis.experiment} nowMs={nowMs} />
    </div>
  </>
);
