'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { CallLink } from '@/components/findings/call-link.tsx';
import { EvidenceLines } from '@/components/findings/evidence-lines.tsx';
import { useEvidenceCalls } from './use-evidence-calls.ts';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { cx } from '@/components/ui/cx.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import type { ObservationEvidence } from '@/lib/domain/observation.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { parseEvidence, toEvidenceRows, toNote } from './evidence-rows.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxChars = 160;
const maxNoteChars = 400;

const toCallText = (name: string, summary: string): string => {
  const words = summary.replace(/\s+/gu, ' ').trim();
  return `${toVisibleText(name)}${words === '' ? '' : `(${toVisibleText(cutText(words, maxChars))})`}`;
};

/** Every call that an observation cites, with its outcome, and the calls around, dimmed; a message shared by several is shown once, after the last. */
export const EvidenceCalls = ({ sessionId, evidence }: { sessionId: string; evidence: ObservationEvidence }) => {
  const { calls, text } = evidence;
  const { callOf, isPending, error, retry } = useEvidenceCalls(sessionId, calls);
  if (error) return <ErrorLine title="Calls could not be loaded" error={error} retry={retry} />;
  const { said, loose } = parseEvidence(text, calls);
  const noteOf = (call: number | undefined) => (call === undefined ? null : toNote(said.get(call), callOf.get(call)?.name ?? ''));
  const findNote = (call: number) => {
    const note = noteOf(call);
    return note !== null && note !== noteOf(calls[calls.indexOf(call) + 1]) ? note : null;
  };
  const rows = toEvidenceRows(evidence).filter((row) => isPending || row.kind === 'gap' || row.isCited || callOf.has(row.call));
  const indexWidth = `${String(calls.at(-1) ?? 0).length + 1}ch`;
  return (
    <>
      <ol aria-label="Calls" className="rounded-code border border-line bg-term py-1 font-mono text-fact">
        {rows.map((row, at) => {
          if (row.kind === 'gap') {
            return (
              <li key={`gap-${at}`} className="px-2.5 font-sans text-text3">
                … {printCounted(row.calls, 'call')} in between{row.cited > 0 ? `, ${printCount(row.cited)} of them similar` : ''}
              </li>
            );
          }
          const call = callOf.get(row.call);
          const note = row.isCited && !isPending ? findNote(row.call) : null;
          return (
            <li key={row.call} className={cx('px-2.5', row.isCited ? 'text-text' : 'text-text3')}>
              <span className="flex h-[17px] items-center gap-2">
                {call ? <OutcomeMark outcome={call.outcome} size={9} named /> : <span className="w-[9px]" />}
                <span className="shrink-0" style={{ minWidth: indexWidth }}>
                  <CallLink call={row.call} className={row.isCited ? 'font-semibold' : ''} />
                </span>
                {call ? (
                  <span className="truncate">
                    <SecretText text={toCallText(call.name, call.summary)} />
                  </span>
                ) : isPending ? (
                  <Skeleton className="h-2 w-3/5" />
                ) : null}
              </span>
              {note === null ? null : (
                <span className="block pb-0.5 pl-[17px] break-words text-text2">
                  <SecretText text={toVisibleText(cutText(note, maxNoteChars))} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {loose === '' ? null : <EvidenceLines evidence={loose} />}
    </>
  );
};
