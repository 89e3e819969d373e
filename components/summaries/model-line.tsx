'use client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printModelCosts } from './print-model-costs.ts';
import type { SummariesState } from './use-summaries-state.ts';

/** Whether a model writes summaries, what would change that, and what models cost. */
export const ModelLine = ({ url: { filter } }: { url: SummariesState }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const settings = useQuery(summaryQueries.settings());
  const costs = useQuery(summaryQueries.costs(filter));
  const error = settings.error ?? costs.error;
  if (error && !settings.data)
    return <ErrorLine title="The state of the model could not be loaded" error={error} retry={() => void settings.refetch()} />;
  if (!settings.data) return null;
  const { state, model, message, waiting } = settings.data;
  const isBroken = state === 'no_key' || state === 'bad_url';
  const spent = costs.data ? printModelCosts(costs.data.costs) : null;
  return (
    <section aria-label="Model" className="flex flex-col gap-1 px-3 pt-3 text-table text-text2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isBroken ? <Chip tone="med">model not asked</Chip> : null}
        <span>{state === 'on' ? `Written by ${model}` : 'Made from sentences of the sessions, without a model'}</span>
        {waiting > 0 ? <span>{printCounted(waiting, 'turn')} to ask it about</span> : null}
        {spent === null ? null : <span>{spent}</span>}
        <Button
          size="small"
          look="quiet"
          // Its label stands in the line of the text, also where it wraps.
          className="-mx-2"
          aria-expanded={isOpen || isBroken}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {state === 'on' ? 'What is sent' : 'With a model'}
        </Button>
      </p>
      <p id={id} hidden={!isOpen && !isBroken} className="max-w-[92ch]">
        {message}
      </p>
    </section>
  );
};
