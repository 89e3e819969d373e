'use client';
import { usePathname, useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useChangeStream } from './use-change-stream.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { PageDrop } from '@/components/import/page-drop.tsx';
import { useTheme } from './use-theme.ts';
import { DamageBanner } from './damage-banner.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { nav } from './nav.ts';
import { focusSearchBox } from './search-box.tsx';
import { TopBar } from './top-bar.tsx';

type Props = { /** Cursor of the last change before the page was made. */ changesAfter: string; children: ReactNode };

/** Bars, keys and the change stream around every page. */
export const AppShell = ({ changesAfter, children }: Props) => {
  const router = useRouter();
  const pathname = usePathname();
  const [keysOpen, setKeysOpen] = useState(false);
  const [, toggleTheme] = useTheme();
  useChangeStream(changesAfter);
  useHotkeys({
    ...Object.fromEntries(nav.flatMap(({ href, key }) => (key === null ? [] : [[`g ${key}`, () => router.push(href)]]))),
    t: toggleTheme,
    '?': () => setKeysOpen(true),
  });
  const search = () => {
    if (!focusSearchBox()) router.push('/search');
  };
  useHotkeys({ '/': search, 'Mod+k': search }, 'fallback');
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent px-3 py-1.5 text-table font-medium text-onaccent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar pathname={pathname} onKeys={() => setKeysOpen(true)} />
      <DamageBanner />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto focus:outline-none lg:overflow-hidden">
        {children}
      </main>
      <MobileBar pathname={pathname} />
      <PageDrop pathname={pathname} />
      <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} pathname={pathname} />
    </div>
  );
};
