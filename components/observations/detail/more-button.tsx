/** Shows what a list omits; `text` says how much. */
export const MoreButton = ({ text, onMore }: { text: string; onMore: () => void }) => (
  <button type="button" onClick={onMore} className="mt-1 text-table text-accent hover:underline pointer-coarse:min-h-8">
    {text}
  </button>
);
