import { PictureFrame } from './attachment.js';
import type { ComponentProps } from './part.js';
import { mediaUrl, object, objects, rawText } from './raw.js';
import { sizeOf } from './reserved.js';

const film = /\.(mp4|webm|mov)(\?|$)/i;

/** One picture in its own shape, or up to ten pictures and videos as a mosaic of squares. */
export function Gallery({ part }: ComponentProps) {
  const items = objects(part.items);
  return (
    <div class="gallery" data-count={items.length}>
      {items.map((item, key) => {
        const url = mediaUrl(item.media);
        const alt = rawText(item.description);
        const isFilm = rawText(object(item.media).content_type).startsWith('video/') || film.test(url);
        return isFilm ? (
          <video key={key} src={url} aria-label={alt} controls loop muted playsinline />
        ) : (
          <PictureFrame
            key={key}
            url={url}
            alt={alt}
            size={items.length === 1 ? sizeOf(item.media) : null}
            spoiler={item.spoiler === true}
          />
        );
      })}
    </div>
  );
}
