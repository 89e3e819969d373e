import Link from 'next/link';
import { buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';

const NotFound = () => (
  <EmptyState
    level={1}
    title="Page not found"
    actions={
      <Link href="/sessions" className={buttonClass('primary')}>
        Go to sessions
      </Link>
    }
  >
    This link doesn’t work. It may be incomplete, or from another version.
  </EmptyState>
);

export default NotFound;
