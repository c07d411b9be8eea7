import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import type { JsonObject } from '../../../discord/types.js';
import { useActing } from '../acting.js';
import { Markdown } from '../markdown/markdown.js';
import { nameAt } from '../viewer/file.js';
import { FileCard, Thumbnail } from './attachment.js';
import { Button } from './button.js';
import { Gallery } from './gallery.js';
import type { ComponentProps } from './part.js';
import { colour, isObject, mediaUrl, objects, rawText } from './raw.js';
import { sizeOf } from './reserved.js';
import { Select } from './select.js';

export function Components({ message }: { message: SeenMessage }) {
  if (message.components.length === 0) return null;
  return (
    <div class={message.components_v2 ? 'components laid-out' : 'components'}>
      {message.components.map((part, key) => draw(part, message, key))}
    </div>
  );
}

/** Discord's component types, classic and V2. @see https://discord.com/developers/docs/components/reference */
const drawings: Record<number, (drawing: ComponentProps) => ComponentChild> = {
  1: ({ part, message }) => <div class="row">{inner(part, message)}</div>,
  2: Button,
  3: Select,
  5: Select,
  6: Select,
  7: Select,
  8: Select,
  9: Section,
  10: ({ part }) => <Markdown text={rawText(part.content)} />,
  11: ({ part }) => (
    <Thumbnail
      url={mediaUrl(part.media)}
      alt={rawText(part.description)}
      size={sizeOf(part.media)}
      spoiler={part.spoiler === true}
    />
  ),
  12: Gallery,
  13: File,
  14: ({ part }) => (
    <hr class={part.divider === false ? 'bare' : undefined} data-spacing={Number(part.spacing ?? 1)} />
  ),
  17: Container,
};

const inner = (part: JsonObject, message: SeenMessage) =>
  objects(part.components).map((child, key) => draw(child, message, key));

function draw(part: JsonObject, message: SeenMessage, key: number): ComponentChild {
  const Part = drawings[Number(part.type)];
  return Part ? <Part key={rawText(part.custom_id) || key} part={part} message={message} /> : null;
}

/** A spoiler cover, removed on press. */
export function useCover(isSpoiler: boolean): { covered: boolean; cover: ComponentChild } {
  const { t } = useActing();
  const [covered, setCovered] = useState(isSpoiler);
  const cover = covered && (
    <button type="button" class="cover" onClick={() => setCovered(false)}>
      <span>{t('playground.message.spoiler')}</span>
    </button>
  );
  return { covered, cover };
}

function Container({ part, message }: ComponentProps) {
  const { covered, cover } = useCover(part.spoiler === true);
  const accent = colour(part.accent_color);
  return (
    <section class={accent ? 'container accented' : 'container'} style={accent ? { '--accent': accent } : {}}>
      <div class="container-parts" inert={covered}>
        {inner(part, message)}
      </div>
      {cover}
    </section>
  );
}

function Section({ part, message }: ComponentProps) {
  return (
    <div class="section">
      <div class="section-text">{inner(part, message)}</div>
      {isObject(part.accessory) && draw(part.accessory, message, 0)}
    </div>
  );
}

function File({ part }: ComponentProps) {
  const { covered, cover } = useCover(part.spoiler === true);
  const url = mediaUrl(part.file);
  return (
    <div class="covered">
      <div inert={covered}>
        <FileCard file={{ name: rawText(part.name) || nameAt(url), url, bytes: Number(part.size ?? 0) }} />
      </div>
      {cover}
    </div>
  );
}
