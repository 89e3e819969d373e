'use client';
import { useElementWidth } from '@/components/hooks/use-element-width.ts';
import { printCount } from '@/lib/print/number.ts';

export type Step = { call: number; open: number };
type Props = { steps: readonly Step[]; totalCalls: number; sides: { a: number | null; b: number | null }; table: boolean };

const height = 34;
const labelPx = 6.8;
const apartPx = 6;

type Head = { side: 'a' | 'b'; x: number; text: string };

/** Labels under their lines, shifted so that they neither overlap nor leave the chart. */
const placeLabels = (heads: readonly Head[], width: number): Head[] => {
  const widthOf = ({ text }: Head) => text.length * labelPx;
  const [first, second] = [...heads].sort((one, other) => one.x - other.x);
  if (!first) return [];
  const inside = (head: Head) => ({ ...head, x: Math.max(0, Math.min(head.x - 1, width - widthOf(head))) });
  if (!second) return [inside(first)];
  const right = inside(second);
  const left = { ...first, x: Math.max(0, Math.min(first.x - 1, right.x - widthOf(first) - apartPx)) };
  return [left, { ...right, x: Math.max(right.x, left.x + widthOf(first) + apartPx) }];
};

/** The number of open findings by call, as a step chart or a table, with the two sides marked. */
export const OpenFindingsChart = ({ steps, totalCalls, sides, table }: Props) => {
  const [ref, width] = useElementWidth();
  const last = Math.max(1, totalCalls, steps.at(-1)?.call ?? 1);
  const most = Math.max(1, ...steps.map(({ open }) => open));
  const xOf = (call: number) => Math.min(width - 0.75, Math.max(0.75, (call / last) * width));
  const yOf = (open: number) => 1 + (1 - open / most) * (height - 2);
  const path = steps.map(({ call, open }) => `H${xOf(call).toFixed(1)}V${yOf(open).toFixed(1)}`).join('');
  const heads = (['a', 'b'] as const).flatMap((side) => {
    const call = sides[side];
    return call === null ? [] : [{ side, call, x: xOf(call), text: `${side.toUpperCase()} #${call}` }];
  });
  const labels = placeLabels(heads, width);
  return (
    <figure className="border-t border-line px-3 py-2">
      <figcaption className="pb-1 text-fact text-text3">Findings open, by call</figcaption>
      {table ? (
        <table className="w-full text-fact">
          <thead>
            <tr className="text-text3">
              <th scope="col" className="text-left font-normal">
                From call
              </th>
              <th scope="col" className="text-right font-normal">
                Open
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ call, open }) => (
              <tr key={call} className="border-t border-line">
                <td className="font-mono">#{call}</td>
                <td className="text-right">{printCount(open)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div ref={ref}>
          {width > 0 ? (
            <svg
              width={width}
              height={height + 18}
              role="img"
              aria-label={`Findings open, by call: ${steps.map(({ call, open }) => `${open} from #${call}`).join(', ')}`}
              className="block overflow-visible"
            >
              <path
                d={`M0.75 ${height - 1}${path}H${width - 0.75}V${height - 1}z`}
                fill="var(--sunken)"
                stroke="var(--text2)"
                strokeWidth="1.2"
              />
              {heads.map(({ side, x }) => (
                <line key={side} x1={x} x2={x} y1={0} y2={height + 3} stroke="var(--accent)" strokeWidth="1.5" />
              ))}
              {labels.map(({ side, x, text }) => (
                <text key={side} x={x} y={height + 14} fontSize="11" fontWeight="600" fill="var(--accent)">
                  {text}
                </text>
              ))}
            </svg>
          ) : (
            <div style={{ height: height + 18 }} />
          )}
        </div>
      )}
    </figure>
  );
};
