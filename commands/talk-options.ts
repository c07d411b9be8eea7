import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  InteractionContextType,
} from 'discord.js';
import type { Command } from '../src/bot/command.js';

const { Subcommand, String: Text, Boolean: Flag, User, Attachment: File } = ApplicationCommandOptionType;

const which: APIApplicationCommandBasicOption = {
  type: Text,
  name: 'talk',
  description: 'Which conversation (default: the one in this thread)',
  autocomplete: true,
};
const who: APIApplicationCommandBasicOption = {
  type: Text,
  name: 'who',
  description: 'Who can talk to the agent there (default: only you)',
  choices: [
    { name: 'Only me', value: 'owner' },
    { name: 'People I add', value: 'named' },
    { name: 'Everyone who can see the thread', value: 'everybody' },
  ],
};
const pays: APIApplicationCommandBasicOption = {
  type: Text,
  name: 'pays',
  description: 'Who pays for rigs started here (default: you)',
  choices: [
    { name: 'Me (only I can approve)', value: 'owner' },
    { name: 'Whoever approves', value: 'presser' },
  ],
};
const subcommand = (
  name: string,
  description: string,
  ...options: APIApplicationCommandBasicOption[]
): APIApplicationCommandSubcommandOption => ({ type: Subcommand, name, description, options });

/** The definition of `/talk` for Discord. */
export const talkData = {
  name: 'talk',
  description: 'Talk to the agent in your own thread',
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand(
      'start',
      'Start a conversation in a new thread',
      {
        type: Text,
        name: 'message',
        description: 'Your first message',
        required: true,
        max_length: 4000,
      },
      { type: File, name: 'file', description: 'A picture, a GLB or OBJ model, or a text file' },
      {
        type: Flag,
        name: 'private',
        description: 'Only you and moderators see the thread (default: no)',
      },
      who,
      pays,
    ),
    subcommand('list', 'See your open and ended conversations'),
    subcommand(
      'resume',
      'Resume a conversation, in its thread or a new one',
      { ...which, description: 'Which conversation', required: true },
      { type: Flag, name: 'here', description: 'Continue in a new thread in this channel' },
    ),
    subcommand('stop', 'Stop the current answer', which),
    subcommand('regenerate', 'Regenerate the last answer', which),
    subcommand('continue', 'Continue an answer that was cut short', which),
    subcommand(
      'rename',
      'Rename a conversation',
      { type: Text, name: 'name', description: 'The new name', required: true, max_length: 100 },
      which,
    ),
    subcommand(
      'share',
      'Choose who can talk to the agent and who pays',
      who,
      pays,
      { type: User, name: 'add', description: 'Add someone who can talk here' },
      { type: User, name: 'remove', description: 'Remove someone' },
      which,
    ),
    subcommand(
      'quiet',
      'Show complete answers only, not while they are written',
      { type: Flag, name: 'on', description: 'Turn quiet mode on or off', required: true },
      which,
    ),
    subcommand(
      'export',
      'Get all messages as a file',
      {
        type: Text,
        name: 'format',
        description: 'File format (default: Markdown)',
        choices: [
          { name: 'Markdown', value: 'markdown' },
          { name: 'JSON', value: 'json' },
        ],
      },
      which,
    ),
    subcommand('end', 'End a conversation; you can resume it later', which),
  ],
} satisfies Command['data'];
