'use client';
import { Bookmark, Pencil, X } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { SaveDialog } from '@/components/ui/save-dialog.tsx';
import { maxViewNameChars } from '@/lib/domain/saved-view.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { unreadable, type ViewsState } from './use-views.ts';

type Props<Shown> = { views: ViewsState<Shown> };

export const SaveViewButton = <Shown,>({ views: { refused, startSaving, dialog } }: Props<Shown>) => (
  <>
    <Button refused={refused} aria-label="Save view" title={refused ?? 'Save view'} onClick={startSaving}>
      <Icon of={Bookmark} />
      <span className="max-[1439px]:sr-only">Save view</span>
    </Button>
    <SaveDialog {...dialog} maxNameChars={maxViewNameChars} />
  </>
);

/** A deleted view takes the focus with it. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Views that people saved, below the others; what is shown can be renamed and deleted, what cannot be read deleted. Not there while there are none. */
export const SavedViews = <Shown,>({
  views: { list, views, isShown, open, startRenaming, remove, notice, undo, dismiss },
}: Props<Shown>) => {
  if (list.error && !list.data) return <ErrorLine title="Saved views not loaded" error={list.error} retry={() => void list.refetch()} />;
  if (views.length === 0 && notice === null) return null;
  return (
    <section
      aria-label="Saved views"
      className="flex min-h-9 shrink-0 items-center gap-1 overflow-x-auto border-b border-line bg-panel px-3 text-table whitespace-nowrap pointer-coarse:min-h-11"
    >
      <Icon of={Bookmark} className="shrink-0 text-text3" />
      {views.map((view) => {
        const [isCurrent, name] = [isShown(view), toVisibleText(view.name)];
        return (
          <span key={view.id} className={cx('flex shrink-0 items-center rounded-control', isCurrent && 'bg-accentbg')}>
            <Button
              look="quiet"
              size="small"
              aria-pressed={isCurrent}
              refused={view.shown === null ? unreadable : null}
              className="aria-pressed:bg-accentbg aria-pressed:text-accent"
              onClick={() => open(view)}
            >
              {name}
            </Button>
            {isCurrent ? <IconButton icon={Pencil} size="small" name={`Rename ${name}`} onClick={() => startRenaming(view)} /> : null}
            {isCurrent || view.shown === null ? (
              <IconButton icon={X} size="small" name={`Delete ${name}`} onClick={() => remove(view)} />
            ) : null}
          </span>
        );
      })}
      <span role="status" aria-label="Saved view" className={cx('ml-auto flex items-center gap-2 pl-3', notice?.isProblem && 'text-high')}>
        {notice === null ? null : (
          <>
            {notice.text}
            {undo ? (
              <Button size="small" ref={focus} onClick={undo}>
                Undo
              </Button>
            ) : null}
            <IconButton icon={X} size="small" name="Dismiss" onClick={dismiss} />
          </>
        )}
      </span>
    </section>
  );
};
