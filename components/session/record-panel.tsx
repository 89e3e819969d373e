'use client';
import { memo } from 'react';
import { SecretNote } from '@/components/marks/secret-note.tsx';
import type { SelectedRecord } from './use-selected-record.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import type { SessionRecord } from '@/lib/domain/record.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { computeMultiline } from '@/lib/print/arguments.ts';
import { printCounted } from '@/lib/print/number.ts';
import { isPrinted } from '@/lib/session/call-output.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { InspectorFacts } from './inspector-facts.tsx';
import { InspectorSection } from './inspector-section.tsx';
import { RawRecord } from './raw-record.tsx';
import { AttachmentList } from './rows/attachment-list.tsx';
import { useTimelineActions } from './timeline-context.ts';
import { TextWindow } from './text-window.tsx';
import { printJson } from './tool-arguments.ts';

/** `onLost` leaves a record that does not exist. */
type Props = { selected: SelectedRecord; onLost: () => void; pricesAsOf: string };

const Texts = ({ record }: { record: SessionRecord }) => {
  const { isLive } = useTimelineActions();
  const call = record.toolCall;
  if (!call) {
    if (record.text === '') {
      return record.kind === 'reasoning' ? <p className="border-t border-line p-3 text-table text-text3">No text in the source.</p> : null;
    }
    return (
      <InspectorSection title="Text" about={printBytes(record.textBytes)} copy={record.text}>
        <TextWindow sessionId={record.sessionId} recordId={record.id} part="text" text={record.text} bytes={record.textBytes} tall />
      </InspectorSection>
    );
  }
  const about =
    call.resultBytes === null
      ? ''
      : `${printBytes(call.resultBytes)}${call.resultLines === null ? '' : `, ${printCounted(call.resultLines, 'line')}`}`;
  return (
    <>
      {computeMultiline(call.params).map(({ path, text }) => (
        <InspectorSection key={path} title={toVisibleText(path)} about={printCounted(text.split('\n').length, 'line')} copy={text}>
          <TextWindow sessionId={record.sessionId} recordId={null} part="params" text={text} bytes={0} />
        </InspectorSection>
      ))}
      <InspectorSection title="Arguments" copy={call.params}>
        <TextWindow
          sessionId={record.sessionId}
          recordId={call.recordId}
          part="params"
          text={printJson(call.params)}
          bytes={call.paramsBytes}
        />
      </InspectorSection>
      <InspectorSection title="Result" about={about} copy={call.resultText ?? undefined}>
        {call.resultRecordId === null ? null : (
          <div className="px-2.5">
            <AttachmentList sessionId={record.sessionId} recordId={call.resultRecordId} attachments={call.resultAttachments} />
          </div>
        )}
        {call.resultText === null ? (
          <p className="px-2.5 py-1.5 text-table text-text3">
            {call.outcome === 'running' && isLive ? 'No result yet.' : 'No result in the source.'}
          </p>
        ) : call.resultText === '' && call.resultAttachments.length > 0 ? null : (
          <TextWindow
            sessionId={record.sessionId}
            recordId={call.resultRecordId}
            part="text"
            text={call.resultText}
            bytes={call.resultBytes ?? 0}
            tall
            printed={isPrinted(call.kind)}
          />
        )}
      </InspectorSection>
    </>
  );
};

/** The text that the panel shows of a record, in one string. */
const listTexts = ({ toolCall, text }: SessionRecord): string => [toolCall?.params, toolCall ? toolCall.resultText : text].join('\n\n');

/** Everything about the selected record: facts, arguments, result, and the line that it was read from. */
export const RecordPanel = memo(({ selected, onLost, pricesAsOf }: Props) => {
  const { record, response, error, retry, chosen } = selected;
  return (
    <>
      {error ? (
        <ErrorPane
          title="The record could not be loaded"
          error={error}
          retry={retry}
          missing={{ title: 'Record not found', to: onLost, label: 'Go to the start of the session' }}
        />
      ) : null}
      {!record && !error && !chosen ? (
        <p className="p-3 text-table text-text3">Select a row to see its record: click it, or use J and K, then Enter.</p>
      ) : null}
      {record ? (
        <>
          <InspectorFacts record={record} response={response} pricesAsOf={pricesAsOf} />
          <SecretNote text={listTexts(record)} className="px-3 pb-2" />
          {record.attachments.length > 0 ? (
            <div className="px-3 pb-2">
              <AttachmentList sessionId={record.sessionId} recordId={record.id} attachments={record.attachments} />
            </div>
          ) : null}
          <Texts key={`${record.id}-texts`} record={record} />
          <RawRecord key={record.id} record={record} />
        </>
      ) : null}
    </>
  );
});
RecordPanel.displayName = 'RecordPanel';
