'use client';
import { Star } from 'lucide-react';
import { cx } from '@/components/ui/cx.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { useStar } from './use-star.ts';

type Props = { session: { id: string; starredAtMs: number | null }; className?: string };

/** Stars a session, or takes its star away. The shape says which: filled or not. */
export const StarButton = ({ session: { id, starredAtMs }, className }: Props) => {
  const { isStarred, toggle, error } = useStar(id, starredAtMs);
  return (
    <IconButton
      icon={Star}
      size="small"
      name={error ? `${isStarred ? 'Not unstarred' : 'Not starred'}: ${error.message}` : isStarred ? 'Remove star' : 'Star'}
      onClick={toggle}
      className={cx(
        'relative z-1',
        isStarred ? '[&_svg]:fill-current [&_svg]:text-accent' : '[&_svg]:text-line2 hover:[&_svg]:text-text',
        className,
      )}
    />
  );
};
