import { X } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';

/** One part of the filter, `status:open`: a click takes it away. */
export const QueryToken = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <button
    type="button"
    aria-label={`Remove ${text}`}
    onClick={onRemove}
    className="group flex h-5 max-w-full min-w-0 items-center gap-1 rounded-chip bg-sunken px-1.5 font-mono text-fact text-text hover:bg-line pointer-coarse:h-8"
  >
    <span className="truncate">
      <span className="text-text3">{text.slice(0, text.indexOf(':') + 1)}</span>
      {text.slice(text.indexOf(':') + 1)}
    </span>
    <Icon of={X} size={10} className="text-text3 group-hover:text-text" />
  </button>
);
