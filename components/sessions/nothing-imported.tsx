'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import Link from 'next/link';
import { CommandHint } from '@/components/import/command-hint.tsx';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import { contracts } from '@/lib/contracts/index.ts';
import { printCounted } from '@/lib/print/number.ts';

/** The first page of a fresh archive: what lies on this machine, and the next step. */
export const NothingImported = () => {
  const { data } = useQuery(importQueries.watched());
  const [found] = data?.found ?? [];
  const follow = useMutation({ mutationFn: (path: string) => callEndpoint(contracts.imports.putWatched, { body: { path } }) });
  const demo = useMutation({ mutationFn: () => callEndpoint(contracts.sessions.createSynthetic) });
  const failure = follow.error ?? demo.error;
  return (
    <EmptyState
      mark={<Icon of={Upload} size={20} className="text-accent" />}
      title="No sessions yet"
      actions={
        <>
          {found ? (
            <Button look="primary" onClick={() => follow.mutate(found.path)} refused={follow.isPending ? 'In progress' : null}>
              Import and watch {found.label}
            </Button>
          ) : null}
          <Link href="/import" className={buttonClass(found ? 'default' : 'primary')}>
            Choose files
          </Link>
          <Button onClick={() => demo.mutate()} refused={demo.isPending ? 'In progress' : null}>
            Load the demo data
          </Button>
        </>
      }
      facts={<CommandHint />}
    >
      {data === undefined
        ? 'Sessions appear here once you import agent files.'
        : data.found.length === 0
          ? 'No known agent folders found on this machine. Drop files on the import page, or import them in a terminal.'
          : `Found on this machine: ${data.found.map(({ label, files }) => printCounted(files, `${label} file`)).join(', ')}. They stay where they are.`}
      {failure ? <p className="mt-2 text-high">{failure.message}</p> : null}
    </EmptyState>
  );
};
