import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell.tsx';
import { getPageContainer } from '@/lib/server/page-container.ts';
import './globals.css';
import { Providers } from './providers/providers.tsx';

export const metadata: Metadata = { title: { default: 'Trajectory Observatory', template: '%s · Trajectory Observatory' } };
export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

/** Reading the cookie makes every page dynamic: the theme is there at once, and each page carries its own nonce. */
const RootLayout = async ({ children }: { children: ReactNode }) => {
  const theme = (await cookies()).get('theme')?.value;
  const changesAfter = await (await getPageContainer()).changes.now();
  return (
    <html lang="en" data-theme={theme === 'light' || theme === 'dark' ? theme : undefined} suppressHydrationWarning>
      <body>
        <Providers>
          <AppShell changesAfter={changesAfter}>{children}</AppShell>
        </Providers>
      </body>
    </html>
  );
};

export default RootLayout;
