import Link from 'next/link';
import { toObservationHref } from '@/components/observations/evidence-link.ts';

/** From a finding to what people triage. */
export const ObservationLink = ({ id, tabIndex }: { id: string; tabIndex?: number | undefined }) => (
  <Link
    href={toObservationHref('single', id)}
    prefetch={false}
    tabIndex={tabIndex}
    className="whitespace-nowrap text-accent hover:underline"
  >
    Open in observations
  </Link>
);
