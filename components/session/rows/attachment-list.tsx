import { ImageIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import type { Attachment } from '@/lib/domain/record.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** Attachments as placeholders with their kind and size; their bytes are never drawn. */
export const AttachmentList = ({ attachments }: { attachments: readonly Attachment[] }) =>
  attachments.length === 0 ? null : (
    <ul className="flex flex-wrap gap-1.5 py-1" aria-label="Attachments">
      {attachments.slice(0, 20).map((attachment, at) => (
        <li key={at} className="flex items-center gap-1.5 rounded-code border border-dashed border-line2 px-2 py-1 text-fact text-text2">
          <Icon of={ImageIcon} />
          {toVisibleText(attachment.mediaType)}{' '}
          <span className="text-text3">{attachment.bytes === 0 ? 'not in the file' : printBytes(attachment.bytes)}</span>
        </li>
      ))}
    </ul>
  );
