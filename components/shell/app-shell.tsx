'use client';
import { usePathname } from 'next/navigation';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useChangeStream } from './use-change-stream.ts';
import { useGo } from '@/components/hooks/use-go.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { PageDrop } from '@/components/import/page-drop.tsx';
import { useTheme } from './use-theme.ts';
import { refuseIfLost } from '@/lib/client/connection.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { DamageBanner } from './damage-banner.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { nav } from './nav.ts';
import { focusSearchBox } from './search-box.tsx';
import { TopBar } from './top-bar.tsx';

type Props = { /** Cursor of the last change before the page was made. */ changesAfter: string; children: ReactNode };

/** A link to another page while the server is gone would replace this page by an error of the browser. */
const keepPage = (event: MouseEvent<HTMLElement>): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target !== '' || link.origin !== window.location.origin || link.pathname === window.location.pathname) return;
  if (refuseIfLost()) event.preventDefault();
};

/** Bars, keys and the change stream around every page. */
export const AppShell = ({ changesAfter, children }: Props) => {
  const go = useGo();
  const pathname = usePathname();
  const [keysOpen, setKeysOpen] = useState(false);
  const [, toggleTheme] = useTheme();
  useChangeStream(changesAfter);
  useHotkeys({
    ...Object.fromEntries(nav.flatMap(({ href, key }) => (key === null ? [] : [[`g ${key}`, () => go(href)]]))),
    t: toggleTheme,
    '?': () => setKeysOpen(true),
  });
  const search = () => {
    if (!focusSearchBox()) go('/search');
  };
  useHotkeys({ '/': search, 'Mod+k': search }, 'fallback');
  return (
    <div className="flex h-dvh flex-col" onClickCapture={keepPage}>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent px-3 py-1.5 text-table font-medium text-onaccent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar pathname={pathname} onKeys={() => setKeysOpen(true)} />
      <ConnectionBar />
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
