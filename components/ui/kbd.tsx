/** One key. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-chip border border-line bg-sunken px-1 font-sans text-fact font-medium text-text2">
    {children}
  </kbd>
);
