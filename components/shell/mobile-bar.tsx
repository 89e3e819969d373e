'use client';
import Link from 'next/link';
import { Icon } from '@/components/ui/icon.tsx';
import { OpenCount } from './open-count.tsx';
import { isCurrent, phonePages } from './nav.ts';

/** The pages at the thumb, on a phone. */
export const MobileBar = ({ pathname }: { pathname: string }) => (
  <nav aria-label="Pages" className="flex h-13 shrink-0 border-t border-line bg-panel sm:hidden">
    {phonePages.map(({ href, label, icon, hasCount }) => (
      <Link
        key={href}
        href={href}
        aria-current={isCurrent(href, pathname) ? 'page' : undefined}
        className="row-focus flex flex-1 flex-col items-center justify-center gap-1 text-fact tracking-tight text-text2 aria-[current]:font-semibold aria-[current]:text-accent"
      >
        <span className="relative">
          <Icon of={icon} size={18} />
          {hasCount ? (
            <span className="absolute -top-1 left-4 flex leading-4">
              <OpenCount />
            </span>
          ) : null}
        </span>
        {label}
      </Link>
    ))}
  </nav>
);
