import { CopyButton } from '@/components/ui/copy-button.tsx';

const command = 'npm run --silent observatory -- import ~/.claude/projects';

/** The same in a terminal, to copy. */
export const CommandHint = () => (
  <div className="flex min-w-0 flex-col gap-1">
    <span className="text-fact text-text3">or in a terminal, in this project’s folder</span>
    <span className="flex min-w-0 items-center gap-1 rounded-code border border-line bg-term pl-2">
      <code className="truncate font-mono text-fact text-text">{command}</code>
      <CopyButton text={command} name="Copy the command" small />
    </span>
  </div>
);
