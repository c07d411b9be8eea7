import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  InteractionContextType,
} from 'discord.js';
import type { Command, WithoutTexts } from '../src/bot/command.js';

const { Subcommand, String: Text, Boolean: Flag, User, Attachment: File } = ApplicationCommandOptionType;

type Option = WithoutTexts<APIApplicationCommandBasicOption>;

const which: Option = { type: Text, name: 'talk', autocomplete: true };
const who: Option = {
  type: Text,
  name: 'who',
  choices: [{ value: 'owner' }, { value: 'named' }, { value: 'everybody' }],
};
const pays: Option = {
  type: Text,
  name: 'pays',
  choices: [{ value: 'owner' }, { value: 'presser' }],
};
const subcommand = (
  name: string,
  ...options: Option[]
): WithoutTexts<APIApplicationCommandSubcommandOption> => ({
  type: Subcommand,
  name,
  options,
});

/** The definition of `/talk` for Discord. */
export const talkData = {
  name: 'talk',
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand(
      'start',
      { type: Text, name: 'message', required: true, max_length: 4000 },
      { type: File, name: 'file' },
      { type: Flag, name: 'private' },
      who,
      pays,
    ),
    subcommand('list'),
    subcommand('resume', { ...which, required: true }, { type: Flag, name: 'here' }),
    subcommand('stop', which),
    subcommand('regenerate', which),
    subcommand('continue', which),
    subcommand('rename', { type: Text, name: 'name', required: true, max_length: 100 }, which),
    subcommand('share', who, pays, { type: User, name: 'add' }, { type: User, name: 'remove' }, which),
    subcommand('quiet', { type: Flag, name: 'on', required: true }, which),
    subcommand(
      'export',
      { type: Text, name: 'format', choices: [{ value: 'markdown' }, { value: 'json' }] },
      which,
    ),
    subcommand('end', which),
  ],
} satisfies Command['data'];
