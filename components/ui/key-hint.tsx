import { Kbd } from './kbd.tsx';

/** One key beside what it does; hidden on touch. */
export const KeyHint = ({ of }: { of: string }) => (
  <span className="pointer-coarse:hidden">
    <Kbd>{of}</Kbd>
  </span>
);
