'use client';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import type { Summary } from '@/lib/domain/summary.ts';
import { printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const toLines = ({ summary, tools_rationale, key_findings, sentences }: Summary): string[] => {
  const chosen = sentences.flatMap(({ field, text }) => (field === 'summary' ? [text] : []));
  return [...(chosen.length > 0 ? chosen : [summary]), ...tools_rationale.split('\n'), ...key_findings.split('\n')].filter(
    (line) => line !== '',
  );
};

type Side = { version: Summary; other: Summary; isNew: boolean };

const VersionSide = ({ version, other, isNew }: Side) => {
  const lines = toLines(other);
  return (
    <section className="min-w-0 flex-1 basis-72">
      <h4 className="text-fact text-text3" title={printIso(version.created_at)}>
        Version {version.version}, {version.confidence_level}
      </h4>
      <ul className="flex flex-col gap-1 text-table text-text2">
        {toLines(version).map((line, at) => {
          const isShared = lines.includes(line);
          const Tag = isShared ? 'span' : isNew ? 'ins' : 'del';
          return (
            <li key={at} className="break-words">
              <Tag className={isShared ? '' : isNew ? 'bg-goodbg no-underline' : 'bg-delbg no-underline'}>{toVisibleText(line)}</Tag>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** The last two versions of a summary side by side, with what only one of them says marked. */
export const VersionComparison = ({ of }: { of: Summary }) => {
  const { data, error, refetch } = useQuery(summaryQueries.versions(of.session_id, of.message_id));
  const [newest, before] = data?.versions ?? [];
  if (error) return <ErrorLine title="The versions could not be loaded" error={error} retry={() => void refetch()} />;
  if (!newest) return null;
  if (!before) return <p className="text-table text-text3">There is one version.</p>;
  const isSame = toLines(newest).join('\n') === toLines(before).join('\n');
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line p-2">
      {isSame ? <p className="text-table text-text3">Both versions say the same.</p> : null}
      <div className="flex flex-wrap gap-4">
        <VersionSide version={before} other={newest} isNew={false} />
        <VersionSide version={newest} other={before} isNew />
      </div>
    </div>
  );
};
