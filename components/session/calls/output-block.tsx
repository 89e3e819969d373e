'use client';
import { useState } from 'react';
import { placeWithin, type Within } from '@/components/marks/find-marked.ts';
import { useHitPattern } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { Marked } from '@/components/session/marked.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { TextWindow } from '@/components/session/text-window.tsx';
import { collapseOutput, splitErrorName } from '@/components/session/collapse-output.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCount } from '@/lib/print/number.ts';
import { clipText } from '@/lib/print/cut-text.ts';
import { splitAnsiLines, type AnsiPiece } from '@/lib/print/ansi.ts';
import { isPrinted, toReadableResult } from '@/lib/session/call-output.ts';
import { unwrapError } from '@/lib/session/explain-failure.ts';
import { listFailureLines } from '@/lib/session/failure-lines.ts';
import { AnsiLine } from '@/components/session/ansi-line.tsx';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { AttachmentList } from '@/components/session/rows/attachment-list.tsx';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';

type Props = { call: ToolCall };

const maxLineChars = 2_000;

type Line = { pieces: readonly AnsiPiece[]; within: Within };

/** A line as the terminal showed it; the name of an error is set off where the terminal had no colors. */
const OutputLine = ({ pieces, within, failed }: Line & { failed: boolean }) => {
  const [only] = pieces;
  if (pieces.length > 1 || only?.tone) return <AnsiLine pieces={pieces} within={within} />;
  const text = clipText(only?.text ?? '', maxLineChars + 1);
  const [before, name, after] = placeWithin(failed ? splitErrorName(text) : [text], '', within);
  return (
    <div className="truncate whitespace-pre">
      {before ? <Marked {...before} /> : null}
      {name?.text ? (
        <span className="font-semibold text-high">
          <Marked {...name} />
        </span>
      ) : null}
      {after ? <Marked {...after} /> : null}
      {text === '' ? ' ' : null}
    </div>
  );
};

/** Whether the result may hold what is looked for: the part that is at hand does, or it is cut and the arguments do not. */
const mayHoldMark = ({ resultText, resultBytes, params }: ToolCall, pattern: RegExp | null): boolean => {
  if (pattern === null || resultText === null || holdsMark(resultText, pattern)) return pattern !== null && resultText !== null;
  return new TextEncoder().encode(resultText).length < (resultBytes ?? 0) && !holdsMark(params, pattern);
};

/** The result of a call: three lines of an error or the first eight, then how much more there is; opens in place. */
export const OutputBlock = ({ call }: Props) => {
  const { isLive } = useTimelineActions();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const pattern = useHitPattern(call.callIndex);
  const tabStop = useRowTabStop();
  if (call.resultText === null) {
    return (
      <p className="px-2.5 py-1.5 text-fact text-text3">
        {call.outcome === 'running' && isLive ? 'No result yet.' : 'No result in the source.'}
      </p>
    );
  }
  const attachments =
    call.resultRecordId === null || call.resultAttachments.length === 0 ? null : (
      <div className="px-2.5">
        <AttachmentList sessionId={call.sessionId} recordId={call.resultRecordId} attachments={call.resultAttachments} />
      </div>
    );
  if (call.resultText.trim() === '') return attachments ?? <p className="px-2.5 py-1.5 text-fact text-text3">Empty result.</p>;
  const failed = call.outcome === 'error';
  const pieces = splitAnsiLines(toReadableResult(call, failed ? unwrapError(call.resultText) : call.resultText).trimEnd());
  const texts = pieces.map((line) => line.map(({ text }) => text).join(''));
  const { shown, hidden } = collapseOutput(texts, failed, call.resultLines);
  const lines = shown.map((number) => ({ text: texts[number] ?? '', pieces: pieces[number] ?? [] }));
  const collapsed = lines.map(({ text }) => text);
  // Output that progress wrote over is shown if it holds the text to find.
  const isAllShown = hidden === 0 && !call.resultText.includes('\r');
  const full = chosen ?? (!isAllShown && !holdsMark(collapsed.join('\n'), pattern) && mayHoldMark(call, pattern));
  const size = call.resultBytes === null ? '' : printBytes(call.resultBytes);
  return (
    <>
      {attachments}
      {failed && call.endText !== null ? (
        <p className="px-2.5 pt-1.5 font-mono text-fact break-words whitespace-pre-wrap text-text">{listFailureLines(call).join('\n')}</p>
      ) : null}
      {full ? (
        <TextWindow
          sessionId={call.sessionId}
          recordId={call.resultRecordId}
          part="text"
          text={call.resultText}
          bytes={call.resultBytes ?? 0}
          tall
          printed={isPrinted(call.kind)}
        />
      ) : (
        <div className="px-2.5 py-1.5 font-mono text-fact text-text">
          {placeWithin(collapsed, '\n').map(({ within }, at) => (
            <OutputLine key={at} pieces={lines[at]?.pieces ?? []} within={within} failed={failed} />
          ))}
        </div>
      )}
      {hidden > 0 || full ? (
        <button
          type="button"
          tabIndex={tabStop}
          aria-expanded={full}
          onClick={() => setChosen(!full)}
          className="flex w-full items-center justify-between border-t border-line px-2.5 py-0.5 text-left text-fact text-text2 hover:bg-hover max-sm:py-1.5"
        >
          <span>{full ? 'collapse' : `… ${printCount(hidden)} more ${hidden === 1 ? 'line' : 'lines'}`}</span>
          <span className="text-text3 tabular-nums">{size}</span>
        </button>
      ) : null}
    </>
  );
};
