'use client';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/components/ui/cx.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { useStar } from './use-star.ts';

type Props = { session: { id: string; starredAtMs: number | null }; className?: string };

/** Stars a session, or takes its star away. The shape says which: filled or not. A tooltip says what was not done, until it is left. */
export const StarButton = ({ session: { id, starredAtMs }, className }: Props) => {
  const { isStarred, toggle, error, dismiss } = useStar(id, starredAtMs);
  const [hasTooltip, setHasTooltip] = useState(false);
  return (
    <IconButton
      icon={Star}
      size="small"
      name={error ? `${isStarred ? 'Not unstarred' : 'Not starred'}: ${error.message}` : isStarred ? 'Remove star' : 'Star'}
      onClick={toggle}
      tooltip={{
        open: hasTooltip || error !== null,
        onOpenChange: (isOpen) => {
          setHasTooltip(isOpen);
          if (!isOpen && error) dismiss();
        },
      }}
      className={cx(
        'relative z-1',
        isStarred ? '[&_svg]:fill-current [&_svg]:text-accent' : '[&_svg]:text-line2 hover:[&_svg]:text-text',
        className,
      )}
    />
  );
};
