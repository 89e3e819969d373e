'use client';
import { Table2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useElementWidth } from '@/components/hooks/use-element-width.ts';
import { Card } from '@/components/ui/card.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import type { ChartData } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { useChartTables } from './use-chart-tables.ts';

type Props = {
  /** Id of the chart on its page; the address holds it while the chart's table is shown. */
  id: string;
  title: string;
  mark?: ReactNode;
  /** Meaning of the marks, in a few words; also in the PNG. */
  about: string;
  height: number;
  data: ChartData;
  className?: string;
  /** Drawn at a known width, in px. */
  children: (width: number) => ReactNode;
};

/** A chart with its title, its table (V), and its export. Its height stays the same whatever it shows. */
export const ChartFrame = ({ id, title, mark, about, height, data, className, children }: Props) => {
  const { isTable, toggle } = useChartTables();
  const [problem, setProblem] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const [measure, width] = useElementWidth();
  const shown = isTable(id);
  return (
    <Card
      title={title}
      mark={mark}
      aside={<span title={about}>{about}</span>}
      actions={
        <>
          <IconButton
            icon={Table2}
            name={shown ? 'Show chart' : 'Show table'}
            keys="V"
            size="small"
            aria-pressed={shown}
            onClick={() => toggle(id)}
          />
          <ExportMenu
            title={title}
            about={about}
            data={data}
            findPicture={shown ? null : () => body.current?.querySelector<SVGSVGElement>('svg') ?? null}
            onProblem={setProblem}
          />
        </>
      }
      className={className}
      bodyClassName="relative"
    >
      <div ref={body} data-chart={id} style={{ height }}>
        {shown ? (
          <div tabIndex={0} role="group" aria-label={`${title}, as a table`} className="row-focus h-full overflow-auto">
            <ChartTable caption={title} data={data} />
          </div>
        ) : (
          <>
            <div ref={measure} aria-hidden className="h-full overflow-hidden">
              {width > 0 ? children(width) : null}
            </div>
            <div className="sr-only">
              <ChartTable caption={title} data={data} />
            </div>
          </>
        )}
        {problem === null ? null : (
          <p role="alert" className="absolute inset-x-0 bottom-0 bg-medbg px-3 py-1 text-table text-med">
            {problem}
          </p>
        )}
      </div>
    </Card>
  );
};
