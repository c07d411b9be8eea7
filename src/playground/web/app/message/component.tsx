import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import type { JsonObject } from '../../../discord/types.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { Markdown } from '../markdown/markdown.js';
import { nameAt } from '../viewer/file.js';
import { FileCard, Picture, Thumbnail } from './attachment.js';
import { colour, isObject, mediaUrl, object, objects, text } from './raw.js';
import { Select } from './select.js';

type Drawing = { part: JsonObject; message: SeenMessage };

export function Components({ message }: { message: SeenMessage }) {
  return <div class="components">{message.components.map((part, key) => draw(part, message, key))}</div>;
}

/** Discord's component types, classic and V2. @see https://discord.com/developers/docs/components/reference */
const drawings: Record<number, (drawing: Drawing) => ComponentChild> = {
  1: ({ part, message }) => <div class="row">{inner(part, message)}</div>,
  2: Button,
  3: Select,
  5: Select,
  6: Select,
  7: Select,
  8: Select,
  9: Section,
  10: ({ part }) => <Markdown text={text(part.content)} />,
  11: ({ part }) => (
    <Thumbnail url={mediaUrl(part.media)} alt={text(part.description)} spoiler={part.spoiler === true} />
  ),
  12: Gallery,
  13: ({ part }) => {
    const url = mediaUrl(part.file);
    return <FileCard file={{ name: text(part.name) || nameAt(url), url, bytes: Number(part.size ?? 0) }} />;
  },
  14: ({ part }) => (
    <hr class={part.divider === false ? 'bare' : undefined} data-spacing={Number(part.spacing ?? 1)} />
  ),
  17: ({ part, message }) => (
    <section class="container" style={{ borderLeftColor: colour(part.accent_color) }}>
      {inner(part, message)}
    </section>
  ),
};

const inner = (part: JsonObject, message: SeenMessage) =>
  objects(part.components).map((child, key) => draw(child, message, key));

function draw(part: JsonObject, message: SeenMessage, key: number): ComponentChild {
  const Part = drawings[Number(part.type)];
  return Part ? <Part key={text(part.custom_id) || key} part={part} message={message} /> : null;
}

function Section({ part, message }: Drawing) {
  return (
    <div class="section">
      <div>{inner(part, message)}</div>
      {isObject(part.accessory) && draw(part.accessory, message, 0)}
    </div>
  );
}

function Gallery({ part }: Drawing) {
  const items = objects(part.items);
  return (
    <div class="pictures" data-count={Math.min(items.length, 4)}>
      {items.map((item, key) => (
        <Picture
          key={key}
          url={mediaUrl(item.media)}
          alt={text(item.description)}
          spoiler={item.spoiler === true}
        />
      ))}
    </div>
  );
}

const styles: Record<number, string> = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

function Button({ part, message }: Drawing) {
  const { person, attempt } = useActing();
  const [busy, setBusy] = useState(false);
  const emoji = text(object(part.emoji).name);
  const label = [emoji, text(part.label)].filter(Boolean).join(' ');
  const look = `button ${styles[Number(part.style)] ?? 'secondary'}`;
  if (Number(part.style) === 5)
    return (
      <a class={look} href={text(part.url)} target="_blank" rel="noreferrer">
        {label} <Icon name="external" size={15} />
      </a>
    );
  const press = async () => {
    setBusy(true);
    const which = { customId: text(part.custom_id) };
    await attempt(person.clicks(which, { channel: message.channel_id, message: message.id }));
    setBusy(false);
  };
  return (
    <button
      type="button"
      class={look}
      disabled={part.disabled === true || busy}
      aria-busy={busy}
      onClick={press}
    >
      {label}
    </button>
  );
}
