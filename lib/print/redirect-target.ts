import { toOneLine } from './one-line.ts';

const maxChars = 200;

/** Where a redirect leads, without parts of the URL that may be secret. */
export const printRedirectTarget = (location: string, from: string): string => {
  if (!URL.canParse(location, from)) return 'no URL';
  const { origin, pathname } = new URL(location, from);
  return toOneLine(origin === 'null' ? 'an unsupported URL' : `${origin}${pathname}`, maxChars);
};
