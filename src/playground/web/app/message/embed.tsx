import type { JsonObject } from '../../../discord/types.js';
import { Markdown, MarkdownLine } from '../markdown/markdown.js';
import { formatStamp } from '../markdown/time.js';
import { Picture, Thumbnail } from './attachment.js';
import { colour, mediaUrl, object, objects, text } from './raw.js';

export function Embed({ embed }: { embed: JsonObject }) {
  const author = text(object(embed.author).name);
  const title = text(embed.title);
  const link = text(embed.url);
  const footer = [text(object(embed.footer).text), stamp(embed)].filter(Boolean).join(' • ');
  const thumbnail = mediaUrl(embed.thumbnail);
  const image = mediaUrl(embed.image);
  return (
    <section class="embed" style={{ borderLeftColor: colour(embed.color) }}>
      <div class="embed-text">
        {author && <p class="embed-author">{author}</p>}
        {title && (
          <h3>
            {/^https?:/.test(link) ? (
              <a href={link} target="_blank" rel="noreferrer">
                <MarkdownLine text={title} />
              </a>
            ) : (
              <MarkdownLine text={title} />
            )}
          </h3>
        )}
        {text(embed.description) && <Markdown text={text(embed.description)} />}
        <Fields fields={objects(embed.fields)} />
      </div>
      {thumbnail && <Thumbnail url={thumbnail} alt="" />}
      {image && <Picture url={image} alt={title} />}
      {footer && <p class="embed-footer">{footer}</p>}
    </section>
  );
}

function Fields({ fields }: { fields: JsonObject[] }) {
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map((field, index) => (
        <div key={index} class={field.inline === true ? 'inline' : undefined}>
          <dt>
            <MarkdownLine text={text(field.name)} />
          </dt>
          <dd>
            <Markdown text={text(field.value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function stamp({ timestamp }: JsonObject): string {
  const ms = Date.parse(text(timestamp));
  return Number.isNaN(ms) ? '' : formatStamp(ms, Date.now());
}
