'use client';
import { Download } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '@/components/ui/menu.tsx';
import type { ChartData } from './chart-data.ts';
import { saveFile } from './save-file.ts';
import { toCsv } from './to-csv.ts';
import { toPng } from './to-png.ts';

type Props = {
  title: string;
  /** The second line of the picture. */
  about: string;
  data: ChartData;
  /** Finds the drawn chart; null: nothing is drawn now, so there is no picture. */
  findPicture: (() => SVGSVGElement | null) | null;
  /** Reports the problem of the last picture; null: no problem. */
  onProblem: (problem: string | null) => void;
};

const toFileName = (title: string, ending: string): string => `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.${ending}`;

/** Saves a chart as CSV or as PNG. */
export const ExportMenu = ({ title, about, data, findPicture, onProblem }: Props) => {
  const savePng = async () => {
    const svg = findPicture?.();
    const png = svg && (await toPng(svg, title, about).catch(() => null));
    onProblem(png ? null : 'This browser could not draw the PNG. Export the CSV instead.');
    if (png) saveFile(toFileName(title, 'png'), png);
  };
  return (
    <Menu align="end" trigger={<IconButton icon={Download} name={`Export ${title}`} size="small" />}>
      <MenuItem onSelect={() => saveFile(toFileName(title, 'csv'), new Blob([toCsv(data)], { type: 'text/csv;charset=utf-8' }))}>
        Export CSV
      </MenuItem>
      {findPicture === null ? null : <MenuItem onSelect={() => void savePng()}>Export PNG</MenuItem>}
    </Menu>
  );
};
