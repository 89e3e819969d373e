import { Database, History, List, ScanEye, ScanSearch, Search, TextQuote, Upload, Waypoints, type LucideIcon } from 'lucide-react';

/**
 * The pages, in the order of the top bar. `key` follows G; null: none. `hasCount`: shows its count of open items.
 * `isAside`: an icon at the end of the top bar, since phones have room for six; `narrow`: only where the top bar has no room for its name. */
export const nav: readonly {
  href: string;
  label: string;
  icon: LucideIcon;
  key: string | null;
  hasCount?: true;
  isAside?: true | 'narrow';
}[] = [
  { href: '/sessions', label: 'Sessions', icon: List, key: 's' },
  { href: '/observations', label: 'Observations', icon: ScanSearch, key: 'f', hasCount: true },
  { href: '/observers', label: 'Observers', icon: ScanEye, key: null },
  { href: '/search', label: 'Search', icon: Search, key: '/' },
  { href: '/retrieval', label: 'Retrieval', icon: History, key: 'r' },
  { href: '/trajectories', label: 'Trajectories', icon: Waypoints, key: 'j', isAside: 'narrow' },
  { href: '/import', label: 'Import', icon: Upload, key: 'i' },
  { href: '/summaries', label: 'Summaries', icon: TextQuote, key: 'm', isAside: true },
  { href: '/data', label: 'Data', icon: Database, key: 'd', isAside: true },
];

/** Those that have a name in the bar of a phone and in the top bar, and those that are an icon. */
export const [phonePages, mainPages] = [nav.filter(({ isAside }) => !isAside), nav.filter(({ isAside }) => isAside !== true)];
export const asidePages = nav.filter(({ isAside }) => isAside);

/** Pages without a place of their own, by the one in whose place they are a tab. */
const tabsOf: Readonly<Record<string, string>> = { '/reviewers': '/observers' };

export const isCurrent = (href: string, pathname: string): boolean => {
  const place = tabsOf[pathname] ?? pathname;
  return place === href || place.startsWith(`${href}/`);
};
