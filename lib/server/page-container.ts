import { headers } from 'next/headers';
import { requireChecked } from './own-headers.ts';
import { getContainer, type Container } from './container.ts';

/** The services, for a page; fails with `unavailable` unless this process has checked the request. */
export const getPageContainer = async (): Promise<Container> => {
  requireChecked(await headers());
  return getContainer();
};
