/** Pulses while something is followed; a hollow ring while the server does not respond. Needs a word next to it. */
export const LiveDot = ({ isLost = false }: { isLost?: boolean }) => (
  <span
    aria-hidden
    className={
      isLost
        ? 'size-2 shrink-0 rounded-full border-[1.5px] border-text3'
        : 'size-1.5 shrink-0 rounded-full bg-accent motion-safe:animate-pulse-dot'
    }
  />
);
