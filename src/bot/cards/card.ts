import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { encodeCustomId } from '../custom-id.js';

/** Everything a card may put into a message. Pure data: a card function draws, it never sends. */
export type Card = {
  content?: string;
  embeds?: APIEmbed[];
  components?: APIActionRowComponent<APIComponentInMessageActionRow>[];
  files?: { name: string; attachment: Buffer }[];
};

export const colours = {
  brand: 0x6d5dfc,
  good: 0x2fb67c,
  wait: 0xf0a020,
  bad: 0xe0475b,
  calm: 0x5c6b7a,
} as const;

type Look = 'primary' | 'secondary' | 'success' | 'danger';
const styles = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

/** A button that answers to `owner`; `to` names command and action, for example `buy:check`. */
export function button(
  label: string,
  to: `${string}:${string}`,
  owner: string,
  argument: string,
  look: Look = 'secondary',
): APIButtonComponent {
  const [command = '', action = ''] = to.split(':');
  const custom_id = encodeCustomId({ command, action, owner, argument });
  return { type: ComponentType.Button, style: styles[look], label, custom_id };
}

/** Discord takes http and https links of at most 512 characters here. */
export const linkButton = (label: string, url: string): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Link,
  label,
  url,
});

export const row = (
  ...components: APIComponentInMessageActionRow[]
): APIActionRowComponent<APIComponentInMessageActionRow> => ({
  type: ComponentType.ActionRow,
  components,
});

/** A short card of one paragraph. */
export const note = (title: string, description: string, color: number = colours.brand): Card => ({
  embeds: [{ title, description, color }],
});
