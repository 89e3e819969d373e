import { List, Upload, type LucideIcon } from 'lucide-react';

/** The pages, in the order of the top bar. `key` follows G. */
export const nav: readonly { href: string; label: string; icon: LucideIcon; key: string }[] = [
  { href: '/sessions', label: 'Sessions', icon: List, key: 's' },
  { href: '/import', label: 'Import', icon: Upload, key: 'i' },
];

export const isCurrent = (href: string, pathname: string): boolean => pathname === href || pathname.startsWith(`${href}/`);
