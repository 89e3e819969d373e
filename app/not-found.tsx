import Link from 'next/link';
import { buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';

const NotFound = () => (
  <EmptyState
    level={1}
    title="There is no such page"
    actions={
      <Link href="/sessions" className={buttonClass('primary')}>
        Go to sessions
      </Link>
    }
  >
    The address leads nowhere. It may be from another version, or have lost its end.
  </EmptyState>
);

export default NotFound;
