import type { ArmName, ExperimentAnalysis } from '@/lib/domain/experiment.ts';
import { printMetric, printMetricName } from '@/lib/print/metric.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printArm } from './experiment-words.ts';

const head = 'h-7 px-2 text-right font-normal text-text3';
const number = 'h-8 px-2 text-right whitespace-nowrap';

type Props = { analysis: ExperimentAnalysis; onOpenArm: (arm: ArmName) => void };

/** Both arms: sessions, turns, and the primary metric. The turns open as a list. */
export const ArmsTable = ({ analysis: { experiment, arms, primary }, onOpenArm }: Props) => (
  <table className="w-full border-collapse text-table" aria-label="Arms">
    <thead>
      <tr className="border-b border-line">
        <th scope="col" className="h-7 px-3 text-left font-normal text-text3">
          Arm
        </th>
        <th scope="col" className={head}>
          Sessions
        </th>
        <th scope="col" className={head}>
          Turns
        </th>
        <th scope="col" className={head}>
          {printMetricName(experiment.primaryMetric)}
        </th>
        <th scope="col" className={head}>
          Unknown
        </th>
      </tr>
    </thead>
    <tbody>
      {arms.map(({ arm, sessions, turns, counted, unknown }) => (
        <tr key={arm} className="border-b border-line last:border-b-0">
          <th scope="row" className="sticky left-0 h-8 bg-panel px-3 py-1 text-left font-medium">
            {printArm(experiment.kind, arm)}
          </th>
          <td className={number}>{printCount(sessions)}</td>
          <td className={number}>
            {turns === 0 ? (
              '0'
            ) : (
              <button
                type="button"
                aria-label={`List ${printCounted(turns, 'turn')}: ${printArm(experiment.kind, arm)}`}
                className="rounded-chip text-accent hover:underline"
                onClick={() => onOpenArm(arm)}
              >
                {printCount(turns)}
              </button>
            )}
          </td>
          <td className={number}>{printMetric(experiment.primaryMetric, primary[arm]?.value ?? null, primary.atLeast[arm])}</td>
          <td className={number}>
            {printCount(unknown)} of {printCount(counted)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
