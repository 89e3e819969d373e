'use client';
import { Circle, CircleDot } from 'lucide-react';
import { Marked } from '@/components/session/marked.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { isAnswered, type Question, type QuestionOption, type Questions } from '@/lib/session/call-content.ts';
import { ContentProse } from './content-prose.tsx';

const Option = ({ option: { label, description, isChosen } }: { option: QuestionOption }) => (
  <li className={`flex items-baseline gap-2 border-t border-line px-2.5 py-1 text-table ${isChosen ? 'bg-accentbg' : ''}`}>
    <span className={`self-start pt-0.5 ${isChosen ? 'text-accent' : 'text-line2'}`}>
      <Icon of={isChosen ? CircleDot : Circle} />
    </span>
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
      <span className={`w-52 shrink-0 break-words max-sm:w-full ${isChosen ? 'font-semibold text-text' : 'text-text'}`}>
        <Marked text={toVisibleText(label)} />
      </span>
      <span className="min-w-0 flex-1 basis-64 break-words text-text2">
        <Marked text={toVisibleText(description)} />
      </span>
    </span>
    {isChosen ? <span className="shrink-0 text-fact font-medium text-accent">answer</span> : null}
  </li>
);

/** `isSkipped`: it got no answer while others did. */
const Asked = ({ question: { header, question, options, words }, isSkipped }: { question: Question; isSkipped: boolean }) => (
  <div className="border-line not-first:border-t">
    <div className="flex flex-wrap items-baseline gap-x-2 px-2.5 py-1.5">
      {header === '' ? null : <span className="rounded-chip bg-sunken px-1.5 text-fact text-text2">{toVisibleText(header)}</span>}
      <ContentProse text={question} />
    </div>
    {options.length === 0 ? null : (
      <ul aria-label="Options">
        {options.map((option, at) => (
          <Option key={at} option={option} />
        ))}
      </ul>
    )}
    {words === null ? (
      isSkipped ? (
        <p className="border-t border-line px-2.5 py-1 text-fact text-text3">No answer.</p>
      ) : null
    ) : (
      <div className="flex items-baseline gap-2 border-t border-line bg-accentbg px-2.5 py-1">
        <p className="min-w-0 flex-1 text-read break-words whitespace-pre-wrap">
          “<Marked text={toVisibleText(words)} />”
        </p>
        <span className="shrink-0 text-fact font-medium text-accent">in their own words</span>
      </div>
    )}
  </div>
);

/** Questions with all of their options, the chosen ones marked, and what the person said of their own. */
export const QuestionList = ({ content: { questions } }: { content: Questions }) => {
  // Where none was answered, what is said of all of them says so.
  const isAny = questions.some(isAnswered);
  return questions.map((question, at) => <Asked key={at} question={question} isSkipped={isAny && !isAnswered(question)} />);
};
