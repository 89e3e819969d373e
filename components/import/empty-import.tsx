'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderSearch } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { contracts } from '@/lib/contracts/index.ts';
import { printCounted } from '@/lib/print/number.ts';

/** Before the first import: what lies on this machine, and one step to have it here. */
export const EmptyImport = () => {
  const { data } = useQuery(importQueries.watched());
  const follow = useMutation({ mutationFn: (path: string) => callEndpoint(contracts.imports.putWatched, { body: { path } }) });
  const found = data?.found ?? [];
  return (
    <section aria-label="No imports yet" className="rounded-card border border-line bg-panel">
      <EmptyState
        mark={found.length === 0 ? null : <Icon of={FolderSearch} size={20} className="text-accent" />}
        title="Nothing imported yet"
        actions={found.map(({ path, label }, index) => (
          <Button
            key={path}
            look={index === 0 ? 'primary' : 'default'}
            onClick={() => follow.mutate(path)}
            refused={follow.isPending ? 'In progress' : null}
          >
            Import and watch {label}
          </Button>
        ))}
      >
        {found.length === 0
          ? 'Drop agent session files anywhere on this page. They are read locally; nothing leaves this machine.'
          : `Found on this machine: ${found.map(({ label, files }) => printCounted(files, `${label} file`)).join(', ')}. They stay where they are.`}
        {follow.error ? <p className="mt-2 text-high">{follow.error.message}</p> : null}
      </EmptyState>
    </section>
  );
};
