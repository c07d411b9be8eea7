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
  description: 'Which talk; leave out inside its thread',
  autocomplete: true,
};
const who: APIApplicationCommandBasicOption = {
  type: Text,
  name: 'who',
  description: 'Who may speak to the agent there (only you, unless you say so)',
  choices: [
    { name: 'Only me', value: 'owner' },
    { name: 'Those I name', value: 'named' },
    { name: 'Everybody who sees the thread', value: 'everybody' },
  ],
};
const pays: APIApplicationCommandBasicOption = {
  type: Text,
  name: 'pays',
  description: 'Whose credits a rig costs that is pressed there (yours, unless you say so)',
  choices: [
    { name: 'Me, and only I may press', value: 'owner' },
    { name: 'Whoever presses', value: 'presser' },
  ],
};
const subcommand = (
  name: string,
  description: string,
  ...options: APIApplicationCommandBasicOption[]
): APIApplicationCommandSubcommandOption => ({ type: Subcommand, name, description, options });

/** `/talk` as Discord's picker shows it. */
export const talkData = {
  name: 'talk',
  description: 'Talk to the agent in a thread of your own',
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand(
      'start',
      'Begin a talk in a new thread',
      {
        type: Text,
        name: 'message',
        description: 'What to begin with',
        required: true,
        max_length: 4000,
      },
      { type: File, name: 'file', description: 'A picture, a GLB or OBJ model, or a text file' },
      {
        type: Flag,
        name: 'private',
        description: 'Only you and moderators see the thread (no, unless you say so)',
      },
      who,
      pays,
    ),
    subcommand('list', 'See your talks, open and ended'),
    subcommand(
      'resume',
      'Take up a talk again, in its thread or a new one',
      { ...which, description: 'Which talk', required: true },
      { type: Flag, name: 'here', description: 'In a new thread of this channel' },
    ),
    subcommand('stop', 'Stop the answer under way', which),
    subcommand('regenerate', 'Have the last answer given anew', which),
    subcommand('continue', 'Have an answer go on that ended early', which),
    subcommand(
      'rename',
      'Give a talk another name',
      { type: Text, name: 'name', description: 'The new name', required: true, max_length: 100 },
      which,
    ),
    subcommand(
      'share',
      'Decide who may speak, and who pays for what is pressed',
      who,
      pays,
      { type: User, name: 'add', description: 'Somebody who may speak' },
      { type: User, name: 'remove', description: 'Somebody who may not any more' },
      which,
    ),
    subcommand(
      'quiet',
      'Show answers when they are whole, not while they grow',
      { type: Flag, name: 'on', description: 'Whether to be quiet', required: true },
      which,
    ),
    subcommand(
      'export',
      'Get everything that was said as a file',
      {
        type: Text,
        name: 'format',
        description: 'Markdown, unless you say so',
        choices: [
          { name: 'Markdown', value: 'markdown' },
          { name: 'JSON', value: 'json' },
        ],
      },
      which,
    ),
    subcommand('end', 'End a talk; it can be taken up again', which),
  ],
} satisfies Command['data'];
