import { useEffect, useRef, useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';

type Attachment = SeenMessage['attachments'][number];

export const formatBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 / 1024).toFixed(2)} MB`;

export function Attachments({ attachments }: { attachments: Attachment[] }) {
  if (attachments.length === 0) return null;
  const pictures = attachments.filter(({ content_type }) => content_type.startsWith('image/'));
  const films = attachments.filter(({ content_type }) => content_type.startsWith('video/'));
  const files = attachments.filter((each) => !pictures.includes(each) && !films.includes(each));
  return (
    <div class="attachments">
      {pictures.length > 0 && (
        <div class="pictures" data-count={Math.min(pictures.length, 4)}>
          {pictures.map((each) => (
            <Picture key={each.id} {...each} alt={each.description ?? each.name} />
          ))}
        </div>
      )}
      {films.map(({ id, url }) => (
        <video key={id} src={url} controls loop muted autoplay playsinline />
      ))}
      {files.map(({ id, name, url, bytes }) => (
        <FileCard key={id} name={name} url={url} detail={formatBytes(bytes)} />
      ))}
    </div>
  );
}

type PictureProps = {
  url: string;
  alt: string;
  width?: number | null;
  height?: number | null;
  spoiler?: boolean;
};

/** A picture that opens large, and whose QR code the wallet can scan. */
export function Picture({ url, alt, width, height, spoiler = false }: PictureProps) {
  const [hidden, setHidden] = useState(spoiler);
  const [large, setLarge] = useState(false);
  return (
    <figure class={hidden ? 'picture hidden' : 'picture'}>
      <button type="button" class="picture-open" onClick={() => (hidden ? setHidden(false) : setLarge(true))}>
        <img src={url} alt={alt} width={width ?? undefined} height={height ?? undefined} />
        {hidden && <span class="picture-spoiler">SPOILER</span>}
      </button>
      {!hidden && <ScanButton url={url} />}
      {large && <Lightbox url={url} alt={alt} onClose={() => setLarge(false)} />}
    </figure>
  );
}

function ScanButton({ url }: { url: string }) {
  const { scan } = useActing();
  return (
    <button type="button" class="picture-scan" onClick={() => scan({ image_url: url })}>
      <Icon name="scan" size={14} /> Scan with wallet
    </button>
  );
}

function Lightbox({ url, alt, onClose }: { url: string; alt: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="lightbox" ref={dialog} aria-label={alt} onClose={onClose}>
      <button type="button" class="picture-close" aria-label="Close picture" onClick={onClose}>
        <img src={url} alt={alt} />
      </button>
      <ScanButton url={url} />
    </dialog>
  );
}

export function FileCard({ name, url, detail }: { name: string; url: string; detail: string }) {
  return (
    <a class="file-card" href={url} download={name} target="_blank" rel="noreferrer">
      <Icon name="file" size={28} />
      <span>
        <b>{name}</b>
        <small>{detail}</small>
      </span>
      <Icon name="download" size={20} />
    </a>
  );
}
