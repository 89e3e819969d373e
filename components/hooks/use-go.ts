'use client';
import { useRouter } from 'next/navigation';
import { refuseIfLost } from '@/lib/client/connection.ts';

/** Goes to another page, unless the server is gone: the browser would leave the page that one has for an error page of its own. */
export const useGo = (): ((href: string) => void) => {
  const router = useRouter();
  return (href) => {
    if (!refuseIfLost()) router.push(href);
  };
};
