import { Database, History, List, ScanEye, ScanSearch, Search, TextQuote, Upload, type LucideIcon } from 'lucide-react';

/**
 * The pages, in the order of the top bar. `key` follows G; null: none. `hasCount`: shows its count of open items.
 * `isAside`: an icon at the end of the top bar, since phones have room for six. */
export const nav: readonly { href: string; label: string; icon: LucideIcon; key: string | null; hasCount?: true; isAside?: true }[] = [
  { href: '/sessions', label: 'Sessions', icon: List, key: 's' },
  { href: '/observations', label: 'Observations', icon: ScanSearch, key: 'f', hasCount: true },
  { href: '/observers', label: 'Observers', icon: ScanEye, key: null },
  { href: '/search', label: 'Search', icon: Search, key: '/' },
  { href: '/retrieval', label: 'Retrieval', icon: History, key: 'r' },
  { href: '/import', label: 'Import', icon: Upload, key: 'i' },
  { href: '/summaries', label: 'Summaries', icon: TextQuote, key: 'm', isAside: true },
  { href: '/data', label: 'Data', icon: Database, key: 'd', isAside: true },
];

/** Those that have a name in the bars, and those that are an icon. */
export const [mainPages, asidePages] = [nav.filter(({ isAside }) => !isAside), nav.filter(({ isAside }) => isAside)];

export const isCurrent = (href: string, pathname: string): boolean => pathname === href || pathname.startsWith(`${href}/`);
