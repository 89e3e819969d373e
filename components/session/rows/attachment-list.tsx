'use client';
import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { toEndpointUrl } from '@/lib/client/call-endpoint.ts';
import type { Attachment } from '@/lib/domain/attachment.ts';
import { isShownImage, maxImageBytes } from '@/lib/domain/shown-image.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useRowTabStop } from './row-tab-stop.ts';

type Props = { sessionId: string; recordId: string; attachments: readonly Attachment[] };

const maxShown = 20;

const Placeholder = ({ mediaType, bytes, isBroken }: Attachment & { isBroken: boolean }) => (
  <span className="flex items-center gap-1.5 rounded-code border border-dashed border-line2 px-2 py-1 text-fact text-text2">
    <Icon of={ImageIcon} />
    {toVisibleText(mediaType)}
    <span className="text-text3">
      {bytes === 0 ? 'not in the file' : printBytes(bytes)}
      {isBroken ? ', could not be loaded' : bytes > maxImageBytes && mediaType.startsWith('image/') ? ', too large to show' : ''}
    </span>
  </span>
);

/** An image from the stored line, in a box of one size so that nothing moves when it arrives; it opens in a dialog. */
const StoredImage = ({ url, attachment }: { url: string; attachment: Attachment }) => {
  const tabStop = useRowTabStop();
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const about = `${toVisibleText(attachment.mediaType)}, ${printBytes(attachment.bytes)}`;
  if (isBroken) return <Placeholder {...attachment} isBroken />;
  return (
    <>
      <button
        type="button"
        tabIndex={tabStop}
        title={about}
        onClick={() => setIsOpen(true)}
        className="block h-36 w-52 max-w-full cursor-zoom-in overflow-hidden rounded-code border border-line bg-sunken hover:border-line2"
      >
        <img
          src={url}
          alt={`Open the image, ${about}`}
          loading="lazy"
          decoding="async"
          onError={() => setIsBroken(true)}
          className="size-full object-contain"
        />
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Image" description={about} width={1_200}>
        <img src={url} alt={`Image, ${about}`} className="mx-auto max-h-[calc(100dvh-140px)] max-w-full" />
      </Dialog>
    </>
  );
};

/** Attachments of a record: images as the archive holds them, anything else by its kind and size. */
export const AttachmentList = ({ sessionId, recordId, attachments }: Props) =>
  attachments.length === 0 ? null : (
    <ul className="flex flex-wrap items-start gap-1.5 py-1" aria-label="Attachments">
      {attachments.slice(0, maxShown).map((attachment, at) => (
        <li key={at} className="min-w-0">
          {isShownImage(attachment) ? (
            <StoredImage
              attachment={attachment}
              url={toEndpointUrl('GET /api/sessions/[id]/records/[recordId]/attachments/[number]', {
                params: { id: sessionId, recordId, number: String(at) },
              })}
            />
          ) : (
            <Placeholder {...attachment} isBroken={false} />
          )}
        </li>
      ))}
      {attachments.length > maxShown ? <li className="text-fact text-text3">{attachments.length - maxShown} more</li> : null}
    </ul>
  );
