import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APISectionAccessoryComponent,
  ButtonStyle,
  ComponentType,
  SeparatorSpacingSize,
} from 'discord.js';
import { encodeCustomId } from '../custom-id.js';

/**
 * A Components V2 message as pure data; card functions build it and never send it. Discord allows no content or
 * embeds in such a message, shows only the files that a component references, and never converts it back: a card can
 * only be edited into another card.
 */
export type Card = { components: APIContainerComponent[]; files: CardFile[] };

/** A plain text message of a conversation, optionally with buttons. */
export type Words = { content: string; components?: Row[] };

/** Anything the bot can post. */
export type Post = Card | Words;
export const isWords = (post: Post): post is Words => 'content' in post;

export type CardFile = { name: string; attachment: Buffer };
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
type Part = APIComponentInContainer;

/** Accent colours by status. */
export const accents = {
  neutral: 0x6d5dfc,
  waiting: 0xf0a020,
  good: 0x2fb67c,
  bad: 0xe0475b,
  over: 0x5c6b7a,
} as const;
export type Accent = keyof typeof accents;

/** One container with `parts` from top to bottom (null parts are skipped) and the files they reference. */
export const card = (accent: Accent, parts: readonly (Part | null)[], files: CardFile[] = []): Card => ({
  components: [
    {
      type: ComponentType.Container,
      accent_color: accents[accent],
      components: parts.filter((part): part is Part => part !== null && !isEmptyText(part)),
    },
  ],
  files,
});

/** Discord refuses a whole card for one empty text. */
const isEmptyText = (part: Part): boolean =>
  part.type === ComponentType.TextDisplay && 'content' in part && part.content === '';

type Line = string | null | false | undefined;
const joined = (lines: readonly Line[]): string => lines.filter(Boolean).join('\n');

/** A paragraph of lines; empty ones are left out. */
export const text = (...lines: Line[]): Part => ({
  type: ComponentType.TextDisplay,
  content: joined(lines),
});

/** The title of a card and the lines below it. */
export const heading = (title: string, ...lines: Line[]): Part => text(`## ${title}`, ...lines);

/** Secondary lines in small print. */
export const finePrint = (...lines: Line[]): Part =>
  text(...lines.map((line) => (line ? `-# ${line}` : null)));

type Fact = readonly [label: string, value: Line];

/**
 * `**Label** value`, one a line.
 * @param rows pairs where two labels may be the same word in some language
 */
export const facts = (rows: Readonly<Record<string, Line>> | readonly Fact[]): string => {
  const pairs = Array.isArray(rows) ? (rows as readonly Fact[]) : Object.entries(rows);
  return joined(pairs.map(([label, value]) => (value ? `**${label}** ${value}` : null)));
};

/** Lines with a button or a picture on the right. */
export const beside = (accessory: APISectionAccessoryComponent, ...lines: Line[]): Part => ({
  type: ComponentType.Section,
  components: [{ type: ComponentType.TextDisplay, content: joined(lines) }],
  accessory,
});

/** A small picture among the card's files, for the right of some lines. */
export const thumbnail = (name: string, description: string): APISectionAccessoryComponent => ({
  type: ComponentType.Thumbnail,
  media: { url: `attachment://${name}` },
  description,
});

/** Pictures among the card's files; `description` is the alternative text. */
export const pictures = (
  shown: readonly { name: string; description: string }[],
  hasSpoiler = false,
): Part => ({
  type: ComponentType.MediaGallery,
  items: shown.map(({ name, description }) => ({
    media: { url: `attachment://${name}` },
    description,
    ...(hasSpoiler && { spoiler: true }),
  })),
});
export const picture = (name: string, description: string): Part => pictures([{ name, description }]);

/** Offers one of the card's files for download. */
export const download = (name: string): Part => ({
  type: ComponentType.File,
  file: { url: `attachment://${name}` },
});

/** How many entries, each with a rule before it, fit on one card. */
export const mostShown = 12;

export const rule: Part = {
  type: ComponentType.Separator,
  divider: true,
  spacing: SeparatorSpacingSize.Small,
};

/** Buttons side by side, or one select. */
export const row = (...components: APIComponentInMessageActionRow[]): Row => ({
  type: ComponentType.ActionRow,
  components,
});

/** A `row` without its empty entries; null when all are empty. */
export const actions = (...components: (APIComponentInMessageActionRow | null | false)[]): Row | null => {
  const present = components.filter((component) => component !== null && component !== false);
  return present.length > 0 ? row(...present) : null;
};

/** A short card of one paragraph. */
export const note = (title: string, body: string, accent: Accent = 'neutral'): Card =>
  card(accent, [heading(title, body)]);

const styles = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

/** A button that only `owner` can press (`*`: anyone); `to` is command and action, for example `buy:check`. */
export function button(
  label: string,
  to: `${string}:${string}`,
  owner: string,
  argument = '',
  look: keyof typeof styles = 'secondary',
): APIButtonComponent {
  const [command = '', action = ''] = to.split(':');
  const custom_id = encodeCustomId({ command, action, owner, argument });
  return { type: ComponentType.Button, style: styles[look], label, custom_id };
}

const longestLink = 512; // characters; Discord's limit for a button URL

/** A button that opens a page; null when Discord would reject the URL. */
export const linkButton = (label: string, url: string | null | undefined): APIButtonComponent | null =>
  url && url.length <= longestLink && /^https?:/.test(url)
    ? { type: ComponentType.Button, style: ButtonStyle.Link, label, url }
    : null;
