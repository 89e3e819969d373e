'use client';
import { Fragment, type ReactNode } from 'react';
import { Markdown } from '@/components/session/markdown/markdown.tsx';
import { useMarkdown } from '@/components/session/markdown/use-markdown.ts';
import { Card } from '@/components/ui/card.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import type { Bundle, ReviewerDefinition } from '@/lib/domain/bundle.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printConversation, printTrigger } from './review-words.ts';
import type { ReviewerState } from './use-reviewers.ts';

const Prose = ({ title, text }: { title: string; text: string }) => {
  const nodes = useMarkdown(text);
  return (
    <section aria-label={title} className="border-t border-line p-3">
      <h3 className="pb-1 text-fact text-text3">{title}</h3>
      <div tabIndex={0} className="row-focus max-h-[480px] overflow-y-auto text-table">
        {nodes ? <Markdown nodes={nodes} /> : <p className="break-words whitespace-pre-wrap">{toVisibleText(text)}</p>}
      </div>
    </section>
  );
};

const onTimeout = { skip: 'the agent goes on', fail: 'the agent is held back' };
const onCritical = { continue: 'the agent goes on', ask_user: 'the person is asked', deny: 'the agent is held back' };

const printValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Props = { reviewer: ReviewerDefinition; bundle: Bundle; access: ReviewerState['access'] };

const listFacts = ({ reviewer, bundle, access }: Props): { name: string; value: ReactNode }[] => {
  const { role, timeout, watch, triggers, metadata, file, line } = reviewer;
  const { execution, description, modules, includes } = bundle;
  const place = line === null ? file : `${file}:${line}`;
  return [
    ...(role === null ? [] : [{ name: 'Role', value: toVisibleText(role) }]),
    { name: 'Model', value: access.model === null ? '–' : toVisibleText(access.model) },
    { name: 'Sent to', value: access.server ?? '–' },
    {
      name: 'Watches',
      value: watch.map((source, at) =>
        source.type === 'files' ? (
          <span key={at} className="block font-mono text-fact break-all">
            {toVisibleText(source.paths.join(', '))}
          </span>
        ) : (
          <span key={at} className="block">
            {printConversation(source)}
          </span>
        ),
      ),
    },
    { name: 'Runs at', value: triggers.map(printTrigger).join(', ') || 'no event' },
    { name: 'Timeout', value: `${timeout} s, then ${onTimeout[execution.onTimeout]}` },
    { name: 'If critical', value: onCritical[execution.onCritical] },
    { name: 'At a time', value: `${execution.maxConcurrent} of the bundle` },
    ...Object.entries(metadata).map(([name, value]) => ({ name: toVisibleText(name), value: toVisibleText(printValue(value)) })),
    {
      name: 'Defined in',
      value: (
        <span className="flex items-start gap-1">
          <span className="min-w-0 font-mono text-fact break-all">{toVisibleText(place)}</span>
          <CopyButton text={place} name="Copy the place" small />
        </span>
      ),
    },
    ...(description === null ? [] : [{ name: 'Bundle', value: toVisibleText(description) }]),
    ...includes.map((one) => ({
      name: 'Includes',
      value: `${toVisibleText(one.bundle)}${one.problem === null ? '' : `: ${toVisibleText(one.problem)}`}`,
    })),
    ...modules.map((one) => ({ name: 'Module', value: toVisibleText([one.module, one.source].filter(Boolean).join(' from ')) })),
  ];
};

/** How a reviewer is defined, and how its bundle runs it. */
export const DefinitionCard = (props: Props) => {
  const { focus, instructions } = props.reviewer;
  return (
    <Card title="Definition" className="shrink-0" bodyClassName="">
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-2 gap-y-1 p-3 text-table">
        {listFacts(props).map(({ name, value }, at) => (
          <Fragment key={at}>
            <dt className="text-fact leading-4.5 break-words text-text3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {focus === null ? null : <Prose title="Focus" text={focus} />}
      {instructions === null ? null : <Prose title="Instructions" text={instructions} />}
    </Card>
  );
};
