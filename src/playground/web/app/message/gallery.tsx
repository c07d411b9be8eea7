import { Picture } from './attachment.js';
import type { Drawing } from './component.js';
import { mediaUrl, object, objects, text } from './raw.js';

const film = /\.(mp4|webm|mov)(\?|$)/i;

/** One to ten pictures and videos as a mosaic. */
export function Gallery({ part }: Drawing) {
  const items = objects(part.items);
  return (
    <div class="gallery" data-count={items.length}>
      {items.map((item, key) => {
        const url = mediaUrl(item.media);
        const alt = text(item.description);
        const isFilm = text(object(item.media).content_type).startsWith('video/') || film.test(url);
        return isFilm ? (
          <video key={key} src={url} aria-label={alt} controls loop muted playsinline />
        ) : (
          <Picture key={key} url={url} alt={alt} spoiler={item.spoiler === true} />
        );
      })}
    </div>
  );
}
