'use client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Menu, MenuItem } from '@/components/ui/menu.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import type { useRegenerate } from './use-regenerate.ts';

/** Makes a summary anew; where a model is set up, and the session is no demo, one chooses between it and the session's own sentences. */
export const RegenerateButton = ({ regenerate, isDemo }: { regenerate: ReturnType<typeof useRegenerate>; isDemo: boolean }) => {
  const { data } = useQuery(summaryQueries.settings());
  const refused = regenerate.isPending ? 'Summarizing…' : null;
  const look = { size: 'small', look: 'quiet', refused } as const;
  if (data?.state !== 'on' || isDemo || refused !== null)
    return (
      <Button {...look} onClick={() => regenerate.mutate(undefined)}>
        Regenerate
      </Button>
    );
  return (
    <Menu align="end" trigger={<Button {...look}>Regenerate</Button>}>
      <MenuItem onSelect={() => regenerate.mutate('model')}>With {data.model}</MenuItem>
      <MenuItem onSelect={() => regenerate.mutate('extractive')}>From the session’s own sentences</MenuItem>
    </Menu>
  );
};
