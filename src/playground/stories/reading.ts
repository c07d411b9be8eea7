import type { SeenMessage } from '../actor/client.js';
import { flatten, isButton, isSelect, mediaOf } from '../actor/component.js';

type Component = SeenMessage['components'][number];

const word = (part: Component, key: string): string => (typeof part[key] === 'string' ? part[key] : '');

/** A component as a line of Markdown; empty for containers. */
function lineOf(part: Component): string {
  if (isButton(part)) return `\`[ ${word(part, 'label')} ]\``;
  if (isSelect(part)) return `\`[ ${word(part, 'placeholder')} ▾ ]\``;
  const media = mediaOf(part).map(({ kind, name, description }) =>
    kind === 'picture' ? `🖼 *${description || name}*` : `📎 **${name}**`,
  );
  return media.length > 0 ? media.join('  ') : word(part, 'content').replaceAll('\n', '  \n');
}

const ACTION_ROW = 1;

/** Buttons of a row share a line; everything else is on its own line. */
function linesOf(components: readonly Component[]): string[] {
  return components.flatMap((part) => {
    const inner = flatten([part]).slice(1);
    if (part.type === ACTION_ROW) return [inner.map(lineOf).join(' ')];
    const children = Array.isArray(part.components) ? (part.components as Component[]) : [];
    const accessory = inner.find((one) => one === part.accessory);
    return [lineOf(part), ...linesOf(children), ...(accessory ? [lineOf(accessory)] : [])];
  });
}

/** A timestamp as displayed when the message was sent, in the language of the reader's client. */
function timeText(at: number, style: string, { sentAt, locale }: { sentAt: number; locale: string }): string {
  if (style !== 'R') return new Date(at).toISOString().slice(11, 19);
  const seconds = Math.round((at - sentAt) / 1000);
  const relative = new Intl.RelativeTimeFormat(locale);
  return Math.abs(seconds) < 60
    ? relative.format(seconds, 'second')
    : relative.format(Math.round(seconds / 60), 'minute');
}

/**
 * Renders a message as Markdown: its texts, labels for pictures and files, and its controls. Mentions and timestamps
 * become names and times.
 * @param reader.nameOf returns the name of a person by id, or null
 * @param reader.locale the language of their client
 */
export function readMessage(
  message: SeenMessage,
  { nameOf, locale }: { nameOf: (id: string) => string | null; locale: string },
): string {
  const sentAt = message.created_at;
  return [
    message.content,
    ...linesOf(message.components),
    ...message.attachments.map(({ name }) => `📎 **${name}**`),
  ]
    .filter((line) => line !== '')
    .join('\n\n')
    .replace(/<@!?(\d+)>/g, (mention, id) => `@${nameOf(id) ?? mention}`)
    .replace(/<t:(\d+):(\w)>/g, (_, seconds, style) =>
      timeText(Number(seconds) * 1000, style, { sentAt, locale }),
    )
    .replace(/<#\d+>/g, '#the-thread')
    .replace(/^-# (.*?)( *)$/gm, '<sub>$1</sub>$2')
    .replace(/^#{1,3} (.*?)( *)$/gm, '**$1**$2');
}
