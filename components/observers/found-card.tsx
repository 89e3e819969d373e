import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Card } from '@/components/ui/card.tsx';
import type { ObserverKindShown } from '@/lib/domain/observer-kind.ts';
import { printCount } from '@/lib/print/number.ts';
import { severities } from './observer-words.ts';

/** An observer's findings in the archive so far, by category, worst first; each finding of a session once, under its worst severity. */
export const FoundCard = ({ kind: { found } }: { kind: ObserverKindShown }) => {
  const rows = severities.flatMap(({ severity, mark }) =>
    found
      .filter((one) => one.severity === severity)
      .toSorted((a, b) => b.sessions - a.sessions)
      .map((one) => ({ ...one, mark })),
  );
  return (
    <Card title="Found in the archive" className="shrink-0" bodyClassName="">
      {rows.length === 0 ? (
        <p className="p-3 text-table text-text3">Nothing found in the sessions observed so far.</p>
      ) : (
        <table className="w-full text-table">
          <thead>
            <tr className="h-7 border-b border-line text-left text-fact text-text3">
              <th className="pl-3 font-normal">Category</th>
              <th className="w-16 text-right font-normal">Sessions</th>
              <th className="w-20 pr-3 text-right font-normal">Findings</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ category, severity, mark, sessions, findings }) => (
              <tr key={`${category} ${severity}`} className="h-8 border-b border-line last:border-b-0">
                <td className="pl-3">
                  <span className="flex items-center gap-2">
                    <SeverityMark severity={mark} named />
                    {category}
                  </span>
                </td>
                <td className="text-right">{printCount(sessions)}</td>
                <td className="pr-3 text-right">{printCount(findings)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
};
