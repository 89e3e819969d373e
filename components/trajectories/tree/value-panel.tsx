'use client';
import { X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useSaid } from '@/components/hooks/use-said.ts';
import { SecretNote } from '@/components/marks/secret-note.tsx';
import { Marked } from '@/components/session/marked.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { snapshotQueries } from '@/lib/client/queries/snapshot-queries.ts';
import type { TreeNode } from '@/lib/domain/snapshot-tree.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { indentJson } from '@/lib/trajectories/indent-json.ts';

const step = 65_536;
const maxChars = 4_194_304;

type Props = { id: string; position: number; node: TreeNode; onClose: () => void };

const printFacts = ({ kind, children, bytes }: TreeNode): string => {
  const inside = kind === 'list' ? `, ${printCounted(children, 'item')}` : kind === 'object' ? `, ${printCounted(children, 'key')}` : '';
  return `${kind}${inside}, ${printBytes(bytes)}`;
};

/** The selected value: where it stands, and all of it, 64 kB first and then on demand. */
export const ValuePanel = ({ id, position, node, onClose }: Props) => {
  const [asked, setAsked] = useState<{ of: string; length: number }>({ of: '', length: step });
  const length = asked.of === node.pointer ? asked.length : step;
  const value = useQuery({
    ...snapshotQueries.value(id, position, { path: node.pointer, from: 0, length }),
    staleTime: Infinity,
    gcTime: 5_000,
    placeholderData: (before, query) => (query?.queryKey[4] === position && asked.of === node.pointer ? before : undefined),
  });
  const text = value.data?.text ?? '';
  const isWhole = value.data !== undefined && text.length >= value.data.totalChars;
  const shown = useMemo(
    () => toVisibleText(isWhole && (node.kind === 'object' || node.kind === 'list') ? indentJson(text) : text),
    [isWhole, node.kind, text],
  );
  const [said, say] = useSaid();
  const copy = (what: string, copied: string) =>
    void navigator.clipboard.writeText(copied).then(
      () => say(`${what} copied`),
      () => say('The browser refused to copy'),
    );
  useHotkeys({
    c: () => copy('Path', node.pointer),
    y: () => value.data && copy(isWhole ? 'Value' : 'The visible part', text),
  });
  return (
    <section aria-label="Value" className="flex h-full min-h-0 flex-col bg-panel text-table max-lg:max-h-[40dvh]">
      <header className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line px-3 py-1">
        <h2 className="min-w-0 flex-1 font-mono text-fact break-all text-text2" aria-label={`Path ${node.pointer}`}>
          {toVisibleText(node.pointer)}
        </h2>
        <CopyButton text={node.pointer} name="Copy path" small />
        <IconButton icon={X} name="Close" size="small" onClick={onClose} />
      </header>
      <div className="flex shrink-0 items-center gap-2 px-3 pt-1">
        <span className="min-w-0 flex-1 truncate text-fact text-text3">{printFacts(node)}</span>
        <span role="status" className="text-fact text-text2">
          {said}
        </span>
        {value.data ? <CopyButton text={text} name={isWhole ? 'Copy value' : 'Copy the visible part'} small /> : null}
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-3 pt-1 pb-3">
        {value.error ? (
          <ErrorLine title="The value could not be loaded" error={value.error} retry={() => void value.refetch()} className="px-0" />
        ) : null}
        {value.data ? (
          <>
            <SecretNote text={text} className="pb-1" />
            <pre
              tabIndex={0}
              aria-label="Value in full"
              className="min-h-0 overflow-auto rounded-code border border-line bg-term px-2.5 py-1.5 font-mono text-fact break-words whitespace-pre-wrap"
            >
              <Marked text={shown} />
              {shown === '' ? <span className="font-sans text-text3">an empty text</span> : null}
            </pre>
            {isWhole ? null : (
              <p className="flex shrink-0 items-center gap-2 pt-1 text-fact text-text3">
                showing {printCount(text.length)} of {printCount(value.data.totalChars)} characters
                {length < maxChars ? (
                  <button
                    type="button"
                    className="font-medium text-accent hover:underline"
                    onClick={() => setAsked({ of: node.pointer, length: Math.min(maxChars, length * 8) })}
                  >
                    show more
                  </button>
                ) : null}
              </p>
            )}
          </>
        ) : null}
      </div>
    </section>
  );
};
