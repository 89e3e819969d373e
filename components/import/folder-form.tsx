import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { Button } from '@/components/ui/button.tsx';

type Props = { path: string; onPath: (path: string) => void; onPreview: (path: string) => void; counting: boolean; hasPreview: boolean };

/** Asks for the folder to preview. Counting what a large one holds takes seconds, so it says that it counts. */
export const FolderForm = ({ path, onPath, onPreview, counting, hasPreview }: Props) => {
  const late = useDelayed(counting);
  return (
    <>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== '' && !counting) onPreview(path.trim());
        }}
      >
        <input
          aria-label="Folder path"
          placeholder="~/.claude/projects"
          value={path}
          onChange={(event) => onPath(event.target.value)}
          className="h-7 min-w-0 flex-1 rounded-control border border-line2 bg-panel px-2 font-mono text-fact placeholder:text-text3 pointer-coarse:min-h-8"
        />
        <Button
          type="submit"
          look={hasPreview ? 'default' : 'primary'}
          refused={path.trim() === '' ? 'Enter the path of a folder on this machine' : late ? 'Still counting its files' : null}
        >
          Preview
        </Button>
      </form>
      <p role="status" className="text-table text-text3">
        {late ? <span className="mt-2 block">Counting session files…</span> : null}
      </p>
    </>
  );
};
