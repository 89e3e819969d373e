import type { ComponentType } from 'react';
import type { ViewRow } from '@/components/session/view-rows.ts';
import { AgentEndRow } from './agent-end-row.tsx';
import { CallRow } from './call-row.tsx';
import { FineRunRow, RepeatRunRow } from './run-row.tsx';
import { PromptRow } from './prompt-row.tsx';
import { ReasoningRow, ResponseRow } from './prose-rows.tsx';
import { MetaRow } from './meta-rows.tsx';
import { BoundaryRow, OrphanRow, SystemRow } from './quiet-rows.tsx';
import { TakenBackRow } from './taken-back-row.tsx';
import type { RowProps } from './row-props.ts';

/** How each kind of row is drawn. */
export const rowComponents: Record<ViewRow['kind'], ComponentType<RowProps>> = {
  P: PromptRow,
  R: ResponseRow,
  T: ReasoningRow,
  C: CallRow,
  F: FineRunRow,
  E: RepeatRunRow,
  S: SystemRow,
  B: BoundaryRow,
  M: MetaRow,
  O: OrphanRow,
  A: AgentEndRow,
  K: TakenBackRow,
};
