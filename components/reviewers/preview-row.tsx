'use client';
import { useState } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { Answer } from '@/lib/client/read-answer.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCompact, printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { SentText } from './sent-text.tsx';

export type Preview = Answer<'POST /api/reviewers/preview'>;

const Files = ({ files, fileCount }: Pick<Preview, 'files' | 'fileCount'>) => {
  const sent = files.filter(({ isSent }) => isSent).length;
  return (
    <section aria-label="Files">
      <p className="text-fact text-text3">
        {printCounted(fileCount, 'watched file')}, {printCount(sent)} sent
        {fileCount > files.length ? `; the first ${printCount(files.length)} are listed` : ''}
      </p>
      <ul tabIndex={0} aria-label="Watched files" className="row-focus max-h-40 overflow-y-auto font-mono text-fact">
        {files.map(({ path, bytes, isSent }) => (
          <li key={path} className="flex gap-3">
            <span className={isSent ? 'min-w-0 flex-1 break-all' : 'min-w-0 flex-1 break-all text-text3'}>{toVisibleText(path)}</span>
            <span className="shrink-0 text-text3">{isSent ? printBytes(bytes) : 'not sent'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Preview of a reviewer's prompt: whether the reviewer is due and why, and the size; opened, the whole prompt. */
export const PreviewRow = ({ name, preview, error }: { name: string; preview: Preview | undefined; error: Error | null }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-b border-line text-table last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-disabled={!preview}
        onClick={() => setOpen(preview !== undefined && !isOpen)}
        className="row-focus flex w-full items-start gap-2 px-3 py-1.5 text-left hover:bg-hover"
      >
        <span className="flex h-4.5 items-center">
          <Chevron open={isOpen} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-semibold break-words">{toVisibleText(name)}</span>
            {preview ? <Chip tone={preview.isDue ? 'accent' : 'neutral'}>{preview.isDue ? 'due' : 'not due'}</Chip> : null}
            {preview ? (
              <span className="ml-auto text-fact text-text3">
                about {printCompact(preview.inputTokens)} tokens, {printMoney(preview.costUsd)}
              </span>
            ) : null}
          </span>
          {preview ? <span className="block break-words text-text2">{toVisibleText(preview.reason)}</span> : null}
          {error ? (
            <span role="alert" className="block break-words text-high">
              {error.message}
            </span>
          ) : null}
          {!preview && !error ? <span className="block text-text3">Looking at what would be sent…</span> : null}
        </span>
      </button>
      {preview && isOpen ? (
        <div className="flex flex-col gap-2 px-3 pb-3 sm:pl-8">
          <p className="text-text2">
            {preview.access.server === null
              ? 'Nothing is sent.'
              : `Sent to ${preview.access.server}, for ${preview.access.model ?? 'its model'}.`}
            {preview.leftOut === null ? '' : ` Left out: ${toVisibleText(preview.leftOut)}`}
          </p>
          {preview.fileCount > 0 ? <Files files={preview.files} fileCount={preview.fileCount} /> : null}
          <div className="flex flex-col gap-1">
            <SentText title="Instructions" text={preview.instructions} />
            <SentText title="Prompt" text={preview.prompt} isOpenFirst />
          </div>
        </div>
      ) : null}
    </li>
  );
};
