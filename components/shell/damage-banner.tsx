'use client';
import { useQuery } from '@tanstack/react-query';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';

/** The check runs in the background after the server starts. */
const askAgainMs = 30_000;

/** Says on every page that the archive is damaged; silent otherwise. */
export const DamageBanner = () => {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => callEndpoint('GET /api/health', { signal }),
    refetchInterval: askAgainMs,
  });
  if (data?.status !== 'damaged') return null;
  return (
    <p role="alert" className="flex items-center gap-2 border-b border-line bg-highbg px-4 py-2 text-table">
      <OutcomeMark outcome="error" />
      <span>
        <strong className="font-semibold">The database is damaged.</strong> Intact data can still be read, but nothing new is stored.
        Restore the file from a backup, or set OBSERVATORY_DB to another file and import your sessions again.
      </span>
    </p>
  );
};
