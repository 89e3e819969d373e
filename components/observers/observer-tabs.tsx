'use client';
import Link from 'next/link';
import { useGo } from '@/components/hooks/use-go.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';

const tabs = [
  { href: '/observers', label: 'Observers', key: '1' },
  { href: '/reviewers', label: 'Reviewers', key: '2' },
] as const;

/** Tabs for the two that look for trouble: rules, and models. */
export const ObserverTabs = ({ current }: { current: (typeof tabs)[number]['href'] }) => {
  const go = useGo();
  useHotkeys(Object.fromEntries(tabs.map(({ href, key }) => [key, () => go(href)])));
  return (
    <nav
      aria-label="Observers and reviewers"
      className="mr-1 inline-flex shrink-0 overflow-hidden rounded-control border border-line2 bg-panel"
    >
      {tabs.map(({ href, label, key }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          title={`Key ${key}`}
          className="row-focus inline-flex h-6.5 items-center border-r border-line px-2.5 text-table font-medium text-text2 transition-colors last:border-r-0 hover:bg-hover aria-[current]:bg-accentbg aria-[current]:text-accent pointer-coarse:min-h-8"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
};
