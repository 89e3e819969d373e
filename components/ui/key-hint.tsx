import { Kbd } from './kbd.tsx';

/** A key next to its action; hidden on touch. */
export const KeyHint = ({ of }: { of: string }) => (
  <span className="pointer-coarse:hidden">
    <Kbd>{of}</Kbd>
  </span>
);
