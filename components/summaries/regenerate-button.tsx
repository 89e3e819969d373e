'use client';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { Menu, MenuItem } from '@/components/ui/menu.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import type { useRegenerate } from './use-regenerate.ts';

type Regenerate = ReturnType<typeof useRegenerate>;

/** Progress of a regeneration: the current step, its duration so far, and how to stop it. */
const Regenerating = ({ regenerate, model }: { regenerate: Regenerate; model: string | null }) => {
  const nowMs = useNow(1_000);
  const seconds = nowMs === null ? 0 : Math.max(0, Math.floor((nowMs - regenerate.submittedAt) / 1_000));
  return (
    <span className="flex items-center gap-2 text-table text-text2">
      <span aria-hidden className="size-1.5 shrink-0 animate-pulse-dot rounded-full bg-accent" />
      <span role="status">{model === null ? 'Summarizing…' : `Asking ${model}…`}</span>
      <span aria-hidden className="text-text3 tabular-nums" title={model === null ? undefined : 'Two attempts of 30 seconds at most'}>
        {seconds} s
      </span>
      <Button size="small" onClick={regenerate.cancel}>
        Cancel
      </Button>
    </span>
  );
};

/** Makes a summary anew; where a model is set up, and the session is no demo, one chooses between it and the session's own sentences. */
export const RegenerateButton = ({ regenerate, isDemo }: { regenerate: Regenerate; isDemo: boolean }) => {
  const { data } = useQuery(summaryQueries.settings());
  const model = data?.state === 'on' && !isDemo ? data.model : null;
  if (regenerate.isPending) return <Regenerating regenerate={regenerate} model={regenerate.variables === 'extractive' ? null : model} />;
  const look = { size: 'small', look: 'quiet' } as const;
  if (model === null)
    return (
      <Button {...look} onClick={() => regenerate.mutate(undefined)}>
        Regenerate
      </Button>
    );
  return (
    <Menu align="end" trigger={<Button {...look}>Regenerate</Button>}>
      <MenuItem onSelect={() => regenerate.mutate('model')}>With {model}</MenuItem>
      <MenuItem onSelect={() => regenerate.mutate('extractive')}>From the session’s own sentences</MenuItem>
    </Menu>
  );
};
