import { List, ScanEye, ScanSearch, Upload, type LucideIcon } from 'lucide-react';

/** The pages, in the order of the top bar. `key` follows G; null: none. */
export const nav: readonly { href: string; label: string; icon: LucideIcon; key: string | null }[] = [
  { href: '/sessions', label: 'Sessions', icon: List, key: 's' },
  { href: '/observations', label: 'Observations', icon: ScanSearch, key: 'f' },
  { href: '/observers', label: 'Observers', icon: ScanEye, key: null },
  { href: '/import', label: 'Import', icon: Upload, key: 'i' },
];

export const isCurrent = (href: string, pathname: string): boolean => pathname === href || pathname.startsWith(`${href}/`);
