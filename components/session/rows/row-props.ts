import type { RecordLookup } from '@/components/session/record-lookup.ts';
import type { ViewRow } from '@/components/session/view-rows.ts';

/** Props of every kind of row. `open` is somebody's choice; undefined: the default of the kind. */
export type RowProps = { row: ViewRow; lookup: RecordLookup; open: boolean | undefined; selected: boolean; prefix: string };

/** A row of the transcript. Without `tabStop` it inherits its place in the tab order. */
export type TranscriptRowProps = RowProps & { arrived: boolean; tabStop?: boolean; onArrived?: (key: string) => void };
