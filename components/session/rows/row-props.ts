import type { RecordLookup } from '@/components/session/record-lookup.ts';
import type { ViewRow } from '@/components/session/view-rows.ts';

/** What every kind of row is given. `open` is what somebody chose; undefined: as the kind has it. */
export type RowProps = { row: ViewRow; lookup: RecordLookup; open: boolean | undefined; prefix: string };

/** A row with what the transcript says of it. Without `tabStop` it takes part in the order of Tab as what it stands in does. */
export type TranscriptRowProps = RowProps & { selected: boolean; arrived: boolean; tabStop?: boolean; onArrived?: (key: string) => void };
