import Link from 'next/link';
import { Fragment } from 'react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { RecordIcon } from '@/components/marks/record-icon.tsx';
import type { Example } from '@/lib/domain/retrieval.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printProjectAndTitle } from '@/lib/print/session-title.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { basisWords, resultMarks, resultWords } from './retrieval-words.ts';

const maxTerms = 7;
/** As much as two lines hold. */
const maxPromptChars = 600;

type Props = { example: Example; /** The largest score of a word, which fills its bar. */ mostScore: number; nowMs: number | null };

const Step = ({ step: { outcome, tool, kind }, text }: { step: Example['steps'][number]; text: string }) => (
  <li className="flex min-w-0 gap-2 text-fact text-text2">
    <span className="flex w-36 shrink-0 items-center gap-1 truncate font-medium max-sm:w-20">
      {kind === 'response' ? <RecordIcon kind={kind} className="text-text3" /> : <OutcomeMark outcome={outcome ?? 'unknown'} named />}
      <span className="truncate" title={tool ?? kind}>
        {toVisibleText(tool ?? kind)}
      </span>
    </span>
    <span className="truncate font-mono">{toVisibleText(text.replaceAll(/\s+/gu, ' ').trim())}</span>
  </li>
);

/** An example: how close, what, how it ended, and its score word by word. */
export const ExampleRow = ({
  example: { sessionId, recordId, score, relativeScore, prompt, foundBy, result, resultBasis, steps, terms, session, inSection },
  mostScore,
  nowMs,
}: Props) => (
  <li className="grid grid-cols-[2.75rem_1fr_auto] gap-x-3 gap-y-1.5 border-b border-line px-3 py-2 hover:bg-hover">
    <span className="text-read font-semibold" title="Score relative to the best match">
      {relativeScore.toFixed(2)}
    </span>
    <span className="min-w-0">
      <Link
        href={`/sessions/${sessionId}?record=${encodeURIComponent(recordId)}`}
        prefetch={false}
        data-example-link
        className="row-focus line-clamp-2 text-read font-medium break-words text-accent hover:underline"
      >
        {toPlainLine(prompt, maxPromptChars) || '(empty prompt)'}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 text-fact text-text3">
        <span className="truncate">{printProjectAndTitle(session)}</span>
        <span>{nowMs === null ? null : printDayClock(session.startedAtMs, nowMs)}</span>
        <span className="flex items-center gap-1 text-text2">
          <OutcomeMark outcome={resultMarks[result]} />
          {resultWords[result]}
          {result === 'unknown' ? null : ` ${basisWords[resultBasis]}`}
        </span>
        {foundBy === null ? null : (
          <span className="text-text2" title="Its results have more of the words than the prompts that were found">
            found by its results:{' '}
            <Link
              href={`/sessions/${sessionId}?record=${encodeURIComponent(foundBy.recordId)}`}
              prefetch={false}
              className="row-focus text-accent hover:underline"
            >
              {toVisibleText(foundBy.words.join(', '))}
            </Link>
          </span>
        )}
        {inSection ? null : <span className="text-med">no room in the section</span>}
      </span>
    </span>
    <span className="text-right text-read font-semibold" title="−BM25: higher is better">
      {score.toFixed(2)}
    </span>
    <span className="col-start-2 -col-end-1 flex flex-wrap gap-x-3 gap-y-1.5" aria-label="Score by word">
      {terms?.slice(0, maxTerms).map(({ term, score: part }) => (
        <span key={term} className="flex w-24 flex-col text-fact">
          <span className="flex justify-between gap-1">
            <span className="truncate font-mono text-text2">{toVisibleText(term)}</span>
            {part.toFixed(2)}
          </span>
          <span aria-hidden className="h-1 rounded-chip bg-accent" style={{ width: `${Math.max(4, (part / mostScore) * 100)}%` }} />
        </span>
      ))}
      {terms && terms.length > maxTerms ? (
        <span className="self-end text-fact text-text3">and {printCounted(terms.length - maxTerms, 'more word')}</span>
      ) : null}
    </span>
    <ol className="col-start-2 -col-end-1 flex flex-col" aria-label="What followed">
      {steps.map((step) => (
        <Fragment key={step.recordId}>
          {step.skipped > 0 ? (
            <li className="text-fact text-text3">… {printCounted(step.skipped, 'call or result', 'calls and results')} left out</li>
          ) : null}
          <Step step={step} text={step.recordId === foundBy?.recordId ? foundBy.excerpt : step.text} />
        </Fragment>
      ))}
    </ol>
  </li>
);
