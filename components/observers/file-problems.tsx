import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { CodeText } from '@/components/ui/code-text.tsx';
import { ShortList } from '@/components/ui/short-list.tsx';
import type { observerEndpoints } from '@/lib/contracts/observers.ts';
import { printCounted } from '@/lib/print/number.ts';
import type { z } from 'zod';

type State = z.output<(typeof observerEndpoints)['get']['response']>;
type Props = Pick<State, 'file' | 'problems' | 'origin'> & { /** Behavior without a usable configuration. */ fallback: string };

/** Problems in the configuration file, by line, and the behavior meanwhile. */
export const FileProblems = ({ file, problems, origin, fallback }: Props) => (
  <section aria-label="Configuration file problems" role="alert" className="shrink-0 border-b border-line bg-medbg px-3 py-2 text-table">
    <p className="flex items-start gap-2">
      <span className="mt-[3px]">
        <SeverityMark severity="medium" named />
      </span>
      <span>
        <strong className="font-semibold">{printCounted(problems.length, 'problem')} in the configuration file.</strong> It is ignored until
        you fix it; {origin === 'copy' ? 'the previous settings stay in effect.' : fallback}{' '}
        <span className="font-mono text-fact break-all">{file}</span>
      </span>
    </p>
    <Places places={problems} label="Problems" />
  </section>
);

/** Valid parts of the configuration file that have no effect, by line. */
export const FileNotices = ({ file, notices }: Pick<State, 'file' | 'notices'>) => (
  <section aria-label="Configuration file notices" className="shrink-0 border-b border-line px-3 py-2 text-table">
    <p className="flex items-start gap-2">
      <span className="mt-[3px]">
        <SeverityMark severity="low" />
      </span>
      <span>
        <strong className="font-semibold">{printCounted(notices.length, 'setting')} without effect in the configuration file.</strong>{' '}
        <span className="font-mono text-fact break-all">{file}</span>
      </span>
    </p>
    <Places places={notices} label="Settings without effect" />
  </section>
);

const Places = ({ places, label }: { places: State['problems']; label: string }) => (
  <ShortList
    label={label}
    items={places.map(({ line, key, message }) => (
      <li key={`${line ?? ''} ${key} ${message}`} className="flex flex-wrap gap-x-3 pl-5">
        <strong className="w-16 shrink-0 font-semibold">{line === null ? 'file' : `line ${line}`}</strong>
        {key === '' ? null : <span className="font-mono text-fact break-all">{key}</span>}
        <CodeText text={message} />
      </li>
    ))}
  />
);
