'use client';
import { useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { maxPromptChars } from '@/lib/domain/retrieval.ts';
import type { RetrievalConfig } from '@/lib/domain/retrieval-config.ts';
import { printCount } from '@/lib/print/number.ts';
import type { PromptState } from './use-prompt-state.ts';

type Props = {
  state: PromptState;
  settings: RetrievalConfig | null;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (next: Partial<PromptState>) => void;
};

const counts = [1, 2, 4, 8, 12];
const lengths = [500, 1_000, 2_000, 4_000, 6_000, 10_000, 20_000];
const shares = [0, 0.1, 0.3, 0.5, 0.7, 0.9];
const selectClass = 'h-7 max-w-44 rounded-control border border-line2 bg-panel px-1.5 text-table text-text pointer-coarse:h-8';

const toChoices = (usual: readonly number[], current: number): number[] => [...new Set([...usual, current])].toSorted((a, b) => a - b);

/** A prompt, and how examples for it are chosen. */
export const PromptForm = ({ state, settings, field, onChange }: Props) => {
  const [draft, setDraft] = useState({ from: state.prompt, text: state.prompt });
  // Another prompt in the address, such as after going back, replaces what was typed.
  const text = draft.from === state.prompt ? draft.text : state.prompt;
  const projects = useQuery(sessionQueries.facets()).data?.projects ?? [];
  /** Whatever changes, what was typed is asked for, too. */
  const change = (next: Partial<PromptState>) => {
    onChange({ ...next, prompt: text.trim() });
    setDraft({ from: text.trim(), text: text.trim() });
  };
  return (
    <form
      className="flex flex-col gap-2 border-b border-line bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault();
        change({});
      }}
    >
      <textarea
        ref={field}
        aria-label="Prompt"
        placeholder="A prompt as you would give it to an agent, such as: that migration failed with a lock"
        rows={2}
        maxLength={maxPromptChars}
        value={text}
        onChange={(event) => setDraft({ from: state.prompt, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) change({});
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        className="field-sizing-content max-h-48 min-h-14 w-full resize-y rounded-control border border-line2 bg-panel px-2 py-1.5 text-read text-text placeholder:text-text3"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-table text-text2">
        <label className="flex items-center gap-1.5">
          At most
          <select className={selectClass} value={state.k} onChange={(event) => change({ k: Number(event.target.value) })}>
            {toChoices(counts, state.k).map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 example' : `${count} examples`}
              </option>
            ))}
          </select>
        </label>
        <label className="flex items-center gap-1.5">
          Minimum score
          <select className={selectClass} value={state.min} onChange={(event) => change({ min: Number(event.target.value) })}>
            {toChoices(shares, state.min).map((share) => (
              <option key={share} value={share}>
                {share === 0 ? 'any' : `${Math.round(share * 100)} % of the best`}
              </option>
            ))}
          </select>
        </label>
        <label className="flex items-center gap-1.5">
          Length
          <select className={selectClass} value={state.chars} onChange={(event) => change({ chars: Number(event.target.value) })}>
            {toChoices(lengths, state.chars).map((chars) => (
              <option key={chars} value={chars}>
                {printCount(chars)} characters
              </option>
            ))}
          </select>
        </label>
        <label className="flex items-center gap-1.5">
          Project
          <select className={selectClass} value={state.project ?? ''} onChange={(event) => change({ project: event.target.value || null })}>
            <option value="">all</option>
            {projects.map(({ value }) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </label>
        <label className="flex items-center gap-1.5">
          <Checkbox checked={state.failed} onChange={() => change({ failed: !state.failed })} />
          Include failures, as warnings
        </label>
        <Button type="submit" look="primary" className="ml-auto" refused={text.trim() === '' ? 'Type a prompt first.' : null}>
          Find examples
        </Button>
      </div>
      {/* Its line is there before the settings are, so that nothing moves. */}
      <p className="min-h-4 text-fact text-text3">
        {settings && !settings.any_project && state.project === null ? 'The hook only searches the session’s project.' : null}
      </p>
    </form>
  );
};
