/** A strip of calls with one that is being looked at. */
export const Logo = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden>
    <path d="M2.5 9v2.5M6.2 6v5.5M13.5 7.5v4" />
    <path d="M9.8 4.8v6.7" className="stroke-accent" />
    <circle cx="9.8" cy="2.2" r="1.1" className="fill-accent stroke-accent" strokeWidth=".6" />
    <path d="M1 14.2h14" />
  </svg>
);
