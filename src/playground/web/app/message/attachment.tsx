import { useRef, useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { type ChatFile, formatBytes } from '../viewer/file.js';
import { isModelFile, ModelCard } from '../viewer/model-card.js';
import { openPicture } from '../viewer/open.js';
import { isText, TextFile } from '../viewer/text-file.js';
import { reserve, type Size, sizeOf } from './reserved.js';

export { formatBytes } from '../viewer/file.js';

type Attachment = SeenMessage['attachments'][number];

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
            <PictureFrame
              key={each.id}
              url={each.url}
              alt={each.description ?? each.name}
              size={sizeOf(each)}
              spoiler={each.spoiler}
            />
          ))}
        </div>
      )}
      {films.map((film) => (
        <video
          key={film.id}
          src={film.url}
          style={reserve(sizeOf(film), inline)}
          controls
          loop
          muted
          autoplay
          playsinline
        />
      ))}
      {files.map(({ id, name, url, bytes }) => (
        <FileCard key={id} file={{ name, url, bytes }} />
      ))}
    </div>
  );
}

/** The largest picture between messages, as in Discord. */
const inline: Size = { width: 550, height: 350 };
const small: Size = { width: 80, height: 80 };

type PictureProps = { url: string; alt: string; size: Size | null; spoiler?: boolean };

/** A picture that opens in the lightbox and whose QR code the wallet can scan. */
export function PictureFrame({ url, alt, size, spoiler = false }: PictureProps) {
  const { t } = useActing();
  const { hidden, image, press, scan } = usePicture(spoiler);
  return (
    <figure class={hidden ? 'picture hidden' : 'picture'} style={reserve(size, inline)}>
      <button
        type="button"
        class="picture-open"
        aria-label={hidden ? t('playground.message.spoiler.show') : undefined}
        onClick={press}
      >
        <img ref={image} src={url} alt={alt} data-picture={url} />
        {hidden && <span class="picture-spoiler">{t('playground.message.spoiler')}</span>}
      </button>
      {!hidden && (
        <button type="button" class="picture-scan" onClick={() => scan({ image_url: url })}>
          <Icon name="scan" size={14} /> {t('playground.message.scan')}
        </button>
      )}
    </figure>
  );
}

/** The first press reveals a spoiler, the next one opens the lightbox. */
function usePicture(spoiler: boolean) {
  const { t, scan, attempt } = useActing();
  const [hidden, setHidden] = useState(spoiler);
  const image = useRef<HTMLImageElement>(null);
  const press = () => (hidden ? setHidden(false) : void attempt(openPicture(image.current!, { scan, t })));
  return { hidden, image, press, scan };
}

/** A small picture next to text, which also opens in the lightbox. */
export function Thumbnail({ url, alt, size, spoiler = false }: PictureProps) {
  const { t } = useActing();
  const { hidden, image, press } = usePicture(spoiler);
  return (
    <button
      type="button"
      class={hidden ? 'thumbnail hidden' : 'thumbnail'}
      aria-label={hidden ? t('playground.message.spoiler.show') : alt || t('playground.message.picture')}
      onClick={press}
    >
      <img
        ref={image}
        class="embed-thumbnail"
        src={url}
        alt={alt}
        data-picture={url}
        style={reserve(size, small)}
      />
    </button>
  );
}

/** A file: a model with its viewer, a text with its first lines, or a download. */
export function FileCard({ file }: { file: ChatFile }) {
  const { t } = useActing();
  if (isModelFile(file.name)) return <ModelCard file={file} />;
  if (isText(file)) return <TextFile file={file} />;
  return (
    <a class="file-card" href={file.url} download={file.name} target="_blank" rel="noreferrer">
      <Icon name="file" size={28} />
      <span>
        <b>{file.name}</b>
        <small>{file.bytes > 0 ? formatBytes(file.bytes) : t('playground.message.file')}</small>
      </span>
      <Icon name="download" size={20} />
    </a>
  );
}
