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
 * A message laid out by components (Discord's Components V2). Pure data: a card function draws, it never sends.
 * Such a message has no content or embeds, shows its files only where a component names them, and can never
 * become another kind of message; so whatever replaces a card is a card.
 */
export type Card = { components: APIContainerComponent[]; files: CardFile[] };

/** What is read as a conversation and grows while it is read: plain text, at most with buttons below. */
export type Words = { content: string; components?: Row[] };

/** Anything the bot may post. */
export type Post = Card | Words;
export const isWords = (post: Post): post is Words => 'content' in post;

export type CardFile = { name: string; attachment: Buffer };
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
type Part = APIComponentInContainer;

/** The edge of a card says how it stands before a word is read. */
export const accents = {
  neutral: 0x6d5dfc,
  waiting: 0xf0a020,
  good: 0x2fb67c,
  bad: 0xe0475b,
  over: 0x5c6b7a,
} as const;
export type Accent = keyof typeof accents;

/** One container: `parts` from top to bottom (null: left out), and the files they name. */
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

/** The first line of a card and what follows it. */
export const heading = (title: string, ...lines: Line[]): Part => text(`## ${title}`, ...lines);

/** What is there for those who look for it, on one line each. */
export const finePrint = (...lines: Line[]): Part =>
  text(...lines.map((line) => (line ? `-# ${line}` : null)));

/** `**Label** value`, one a line. */
export const facts = (rows: Readonly<Record<string, Line>>): string =>
  joined(Object.entries(rows).map(([label, value]) => (value ? `**${label}** ${value}` : null)));

/** Lines with a button at their right. */
export const beside = (accessory: APISectionAccessoryComponent, ...lines: Line[]): Part => ({
  type: ComponentType.Section,
  components: [{ type: ComponentType.TextDisplay, content: joined(lines) }],
  accessory,
});

/** A picture among the card's files; `description` is for those who cannot see it. */
export const pictures = (shown: readonly { name: string; description: string }[]): Part => ({
  type: ComponentType.MediaGallery,
  items: shown.map(({ name, description }) => ({ media: { url: `attachment://${name}` }, description })),
});
export const picture = (name: string, description: string): Part => pictures([{ name, description }]);

/** A file among the card's files, to be downloaded. */
export const download = (name: string): Part => ({
  type: ComponentType.File,
  file: { url: `attachment://${name}` },
});

/** Entries with a rule before each that one card has room for. */
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

/** As `row`; nothing where there is nothing to press. */
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

/** A button that answers to `owner` (`*`: anybody); `to` names command and action, for example `buy:check`. */
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

const longestLink = 512; // Discord's limit of a button's address

/** A button that opens a page; null where Discord would not take the address. */
export const linkButton = (label: string, url: string | null | undefined): APIButtonComponent | null =>
  url && url.length <= longestLink && /^https?:/.test(url)
    ? { type: ComponentType.Button, style: ButtonStyle.Link, label, url }
    : null;
