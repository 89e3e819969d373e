import type { FindingMark } from '@/components/findings/finding-marks.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import { worstSeverity } from '@/lib/session/severity.ts';
import type { RowFindings, ViewRow } from './view-rows.ts';

const slice = (row: ViewRow, from: number, to: number): ViewRow => {
  const members = row.members?.slice(from - row.call, to - row.call + 1) ?? [];
  const seq = members[0] ?? row.seq;
  const one = members.length === 1;
  return {
    ...row,
    key: `${one ? 'c' : 'f'}${from}`,
    kind: one ? 'C' : row.kind,
    seq,
    count: one ? 1 : (members.at(-1) ?? seq) - seq + 1,
    call: from,
    lastCall: to,
    members: one ? null : members,
  };
};

/** Takes the calls that findings rest on (ascending) out of the collapses of fine calls, each as a row of its own. Other rows stay the same objects. */
export const splitRuns = (rows: readonly ViewRow[], cited: readonly number[]): readonly ViewRow[] => {
  if (cited.length === 0) return rows;
  let at = 0;
  return rows.flatMap((row) => {
    if (row.call === 0) return [row];
    while (at < cited.length && (cited[at] ?? 0) < row.call) at += 1;
    if (row.kind !== 'F' || !row.members || (cited[at] ?? Infinity) > row.lastCall) return [row];
    const parts: ViewRow[] = [];
    let from = row.call;
    for (; at < cited.length && (cited[at] ?? 0) <= row.lastCall; at += 1) {
      const call = cited[at] ?? from;
      if (call > from) parts.push(slice(row, from, call - 1));
      parts.push(slice(row, call, call));
      from = call + 1;
    }
    if (from <= row.lastCall) parts.push(slice(row, from, row.lastCall));
    return parts;
  });
};

/** Marks the rows of findings (in the order of their first calls). Linear in rows, but for findings that overlap. */
export const markRows = (rows: readonly ViewRow[], marks: readonly FindingMark[]): readonly ViewRow[] => {
  if (marks.length === 0) return rows;
  let next = 0;
  let seen = 0;
  let open: FindingMark[] = [];
  return rows.map((row) => {
    const [from, to] = row.call > 0 ? [row.call, row.lastCall] : [seen, seen];
    for (; (marks[next]?.from ?? Infinity) <= to; next += 1) {
      const mark = marks[next];
      if (mark) open.push(mark);
    }
    if (open.length === 0) {
      if (!row.opened) seen = to;
      return row;
    }
    // A row that is no call belongs to a finding only between the finding's calls.
    const here = open.filter((mark) => (row.call > 0 ? mark.to >= from : mark.to > seen));
    // An expanded run is followed by its calls, which end the findings that end in it.
    if (row.opened) return here.length === 0 ? row : { ...row, findings: toRowFindings(here, []) };
    if (row.call > 0) {
      seen = to;
      open = here.filter((mark) => mark.to > to);
    }
    if (here.length === 0) return row;
    return { ...row, findings: toRowFindings(here, row.call > 0 ? here.filter((mark) => mark.to <= to) : []) };
  });
};

const toRowFindings = (here: readonly FindingMark[], ended: readonly FindingMark[]): RowFindings => ({
  bar: here.reduce<AssessmentSeverity>((worst, { severity }) => worstSeverity(worst, severity), 'info'),
  reportedAt: Math.min(...here.map(({ reportedAt }) => reportedAt)),
  ended,
});
