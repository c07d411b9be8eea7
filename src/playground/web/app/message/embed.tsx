import type { JsonObject } from '../../../discord/types.js';
import { Markdown, MarkdownLine } from '../markdown/markdown.js';
import { formatStamp } from '../markdown/time.js';
import { PictureFrame, Thumbnail } from './attachment.js';
import { colour, mediaUrl, object, objects, rawText } from './raw.js';
import { sizeOf } from './reserved.js';

/** A classic embed. */
export function Embed({ embed }: { embed: JsonObject }) {
  const title = rawText(embed.title);
  const thumbnail = mediaUrl(embed.thumbnail);
  const image = mediaUrl(embed.image);
  const accent = colour(embed.color);
  return (
    <section class="embed" style={accent ? { '--accent': accent } : {}}>
      <div class="embed-text">
        <Author author={object(embed.author)} />
        {title && (
          <h3>
            <MaybeLink url={rawText(embed.url)}>
              <MarkdownLine text={title} />
            </MaybeLink>
          </h3>
        )}
        {rawText(embed.description) && <Markdown text={rawText(embed.description)} />}
        <Fields fields={objects(embed.fields)} />
      </div>
      {thumbnail && <Thumbnail url={thumbnail} alt="" size={sizeOf(embed.thumbnail)} />}
      {image && <PictureFrame url={image} alt={title} size={sizeOf(embed.image)} />}
      <Footer embed={embed} />
    </section>
  );
}

function MaybeLink({ url, children }: { url: string; children: preact.ComponentChildren }) {
  if (!/^https?:/.test(url)) return <>{children}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Author({ author }: { author: JsonObject }) {
  const name = rawText(author.name);
  if (!name) return null;
  const icon = mediaUrl({ url: author.icon_url ?? '' });
  return (
    <p class="embed-author">
      {icon && <img src={icon} alt="" width="24" height="24" />}
      <MaybeLink url={rawText(author.url)}>{name}</MaybeLink>
    </p>
  );
}

function Footer({ embed }: { embed: JsonObject }) {
  const footer = object(embed.footer);
  const line = [rawText(footer.text), stamp(embed)].filter(Boolean).join(' • ');
  if (!line) return null;
  const icon = mediaUrl({ url: footer.icon_url ?? '' });
  return (
    <p class="embed-footer">
      {icon && <img src={icon} alt="" width="20" height="20" />}
      {line}
    </p>
  );
}

/** Up to three inline fields share a line. */
function Fields({ fields }: { fields: JsonObject[] }) {
  if (fields.length === 0) return null;
  const spans = spansOf(fields.map(({ inline }) => inline === true));
  return (
    <dl class="fields">
      {fields.map((field, index) => (
        <div key={index} data-span={spans[index]}>
          <dt>
            <MarkdownLine text={rawText(field.name)} />
          </dt>
          <dd>
            <Markdown text={rawText(field.value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Width of each field in twelfths: a row of three thirds, two halves, or one full line. */
export function spansOf(inline: readonly boolean[]): number[] {
  const spans: number[] = [];
  for (let at = 0; at < inline.length; ) {
    if (!inline[at]) {
      spans.push(12);
      at += 1;
      continue;
    }
    let count = 1;
    while (count < 3 && inline[at + count]) count += 1;
    spans.push(...Array.from({ length: count }, () => (count === 1 ? 12 : 12 / count)));
    at += count;
  }
  return spans;
}

function stamp({ timestamp }: JsonObject): string {
  const ms = Date.parse(rawText(timestamp));
  return Number.isNaN(ms) ? '' : formatStamp(ms, Date.now());
}
