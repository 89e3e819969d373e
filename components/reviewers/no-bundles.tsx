import { CopyButton } from '@/components/ui/copy-button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';

const snippet = `reviewers:
  bundles: [examples/bundle.yaml]
`;

/** Explains reviewers, and how the first ones come here. `file`: the configuration file. */
export const NoBundles = ({ file }: { file: string }) => (
  <EmptyState
    title="No reviewers yet"
    facts={
      <>
        <span className="font-mono text-fact break-all">{file}</span>
        <span className="mt-1 flex w-full min-w-0 items-start gap-1 rounded-code border border-line bg-term pl-2">
          <code className="min-w-0 flex-1 py-1 font-mono text-fact whitespace-pre-wrap text-text">{snippet.trimEnd()}</code>
          <CopyButton text={snippet} name="Copy the lines" small />
        </span>
        <span className="mt-2 block">
          The folder <span className="font-mono text-fact">examples</span> of this project holds a bundle to begin with: copy it beside the
          configuration. How to write your own is in <span className="font-mono text-fact">docs/reviewers.md</span>.
        </span>
      </>
    }
  >
    Reviewers are models that look at the files and the conversation of a session, and report what they find as observations. A bundle
    defines them in a file; name it in the configuration, and they appear here.
  </EmptyState>
);
