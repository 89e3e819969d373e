'use client';
import { Keyboard, Moon, Sun } from 'lucide-react';
import Link from 'next/link';
import { useTheme } from './use-theme.ts';
import { ImportIndicator } from '@/components/import/import-indicator.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { OpenCount } from './open-count.tsx';
import { FollowState } from './follow-state.tsx';
import { SearchBox } from './search-box.tsx';
import { asidePages, isCurrent, mainPages } from './nav.ts';

/** A strip of calls with one selected. */
const Logo = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden>
    <path d="M2.5 9v2.5M6.2 6v5.5M13.5 7.5v4" />
    <path d="M9.8 4.8v6.7" className="stroke-accent" />
    <circle cx="9.8" cy="2.2" r="1.1" className="fill-accent stroke-accent" strokeWidth=".6" />
    <path d="M1 14.2h14" />
  </svg>
);

/** 44 px: name, pages, what is running or followed, search, theme, keys. On a phone a session brings its own head. */
export const TopBar = ({ pathname, onKeys }: { pathname: string; onKeys: () => void }) => {
  const [theme, toggleTheme] = useTheme();
  return (
    <header
      className={cx(
        'h-11 shrink-0 items-center gap-2 border-b wide:gap-4 border-line bg-panel px-3',
        pathname.startsWith('/sessions/') ? 'hidden sm:flex' : 'flex',
      )}
    >
      <Link href="/sessions" className="flex shrink-0 items-center gap-2 rounded-control text-read font-semibold">
        <Logo />
        <span className="sm:max-xl:sr-only">Trajectory Observatory</span>
      </Link>
      <nav aria-label="Pages" className="hidden shrink-0 gap-0.5 sm:flex xl:gap-1">
        {mainPages.map(({ href, label, hasCount, isAside }) => (
          <Link
            key={href}
            href={href}
            aria-current={isCurrent(href, pathname) ? 'page' : undefined}
            className={cx(
              'flex items-center gap-1.5 rounded-control px-1 py-1 text-read text-text2 transition-colors hover:bg-hover hover:text-text bar:px-1.5 wide:px-2.5',
              'aria-[current]:bg-accentbg aria-[current]:font-semibold aria-[current]:text-accent',
              isAside && 'max-[1536px]:hidden',
            )}
          >
            {label}
            {hasCount ? <OpenCount /> : null}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-2 wide:gap-3">
        <ImportIndicator pathname={pathname} />
        <FollowState />
        {isCurrent('/search', pathname) ? null : <SearchBox />}
        <span className="flex shrink-0 items-center gap-1">
          {asidePages.map(({ href, label, icon, key, isAside }) => (
            <Tooltip key={href} text={label} keys={key === null ? undefined : `G ${key.toUpperCase()}`}>
              <Link
                href={href}
                aria-label={label}
                aria-current={isCurrent(href, pathname) ? 'page' : undefined}
                className={cx(
                  'inline-flex size-7 items-center justify-center rounded-control text-text2 transition-colors hover:bg-hover hover:text-text',
                  'aria-[current]:bg-accentbg aria-[current]:text-accent pointer-coarse:size-10',
                  isAside === 'narrow' && 'min-[1536px]:hidden',
                )}
              >
                <Icon of={icon} />
              </Link>
            </Tooltip>
          ))}
          <IconButton
            icon={theme === 'dark' ? Sun : Moon}
            name={theme === 'dark' ? 'Light theme' : 'Dark theme'}
            keys="T"
            onClick={toggleTheme}
          />
          <IconButton icon={Keyboard} name="All keys" keys="?" onClick={onKeys} className="max-lg:hidden pointer-coarse:hidden" />
        </span>
      </div>
    </header>
  );
};
