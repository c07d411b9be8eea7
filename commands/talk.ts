import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  type Attachment,
  InteractionContextType,
} from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Attached } from '../src/bot/attachment.js';
import { note } from '../src/bot/cards/card.js';
import { proposalCard } from '../src/bot/cards/proposal.js';
import { purchaseCard } from '../src/bot/cards/purchase.js';
import { replyForm, threadCard } from '../src/bot/cards/talk.js';
import {
  endedCard,
  quietCard,
  renamedCard,
  sharedCard,
  takenUpCard,
  talkFileCard,
  talksCard,
} from '../src/bot/cards/talks.js';
import type { Command } from '../src/bot/command.js';
import { currency } from '../src/contract/payments.js';

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

type Channel = { id: string; isThread(): boolean; parentId?: string | null } | null;

/** New threads hang in a channel, also when asked for in a thread. */
export const channelFor = (channel: Channel, fallback: string): string =>
  channel?.isThread() ? (channel.parentId ?? fallback) : fallback;

export const attached = ({ url, name, size, contentType }: Attachment): Attached => ({
  ...{ url, name, size, contentType },
});

type Chosen = { options: { getString(name: string): string | null }; channelId: string };

/** The talk that is named, or the one whose thread this is. */
const threadOf = ({ options, channelId }: Chosen): string => options.getString('talk') ?? channelId;

const chosen = <T extends string>(value: string | null, known: readonly T[]): T | undefined =>
  known.find((one) => one === value);

/** `thread/run` of a button below an answer. */
function answerOf(argument: string): { threadId: string; runId?: string } {
  const [threadId = '', runId] = argument.split('/');
  return { threadId, ...(runId && { runId }) };
}

const answering = note('Asked again', 'The agent answers in the thread.');

export default {
  data: {
    name: 'talk',
    description: 'Talk to the agent in a thread of your own',
    contexts: [InteractionContextType.Guild],
    options: [
      subcommand(
        'start',
        'Begin a talk in a new thread',
        {
          ...{ type: Text, name: 'message', description: 'What to begin with' },
          ...{ required: true, max_length: 4000 },
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
          ...{ type: Text, name: 'format', description: 'Markdown, unless you say so' },
          choices: [
            { name: 'Markdown', value: 'markdown' },
            { name: 'JSON', value: 'json' },
          ],
        },
        which,
      ),
      subcommand('end', 'End a talk; it can be taken up again', which),
    ],
  },
  async suggest(interaction, flows) {
    const talks = await flows.talk.suggest(interaction.user.id, interaction.options.getFocused());
    return talks.map(({ title, isOpen, threadId }) => ({
      name: `${isOpen ? '' : '(ended) '}${title || 'A talk'}`.slice(0, 100),
      value: threadId,
    }));
  },
  actions: {
    start: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows }) {
        const { options, channel, attachmentSizeLimit: uploadLimit } = interaction;
        const file = options.getAttachment('file');
        const opening = {
          text: options.getString('message', true),
          files: file ? [attached(file)] : [],
          isPrivate: options.getBoolean('private') ?? false,
          speakers: chosen(options.getString('who'), ['owner', 'named', 'everybody']) ?? 'owner',
          payer: chosen(options.getString('pays'), ['owner', 'presser']) ?? 'owner',
        };
        const at = { channelId: channelFor(channel, place.channelId), uploadLimit };
        return threadCard(await flows.talk.start(member, at, opening, interaction.id));
      },
    },
    list: {
      acknowledge: 'private',
      run: async ({ member, flows }) => talksCard(await flows.talk.list(member.id, 0), member.id),
    },
    resume: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows }) {
        const isNew = interaction.options.getBoolean('here') ?? false;
        const at = { channelId: channelFor(interaction.channel, place.channelId), isNew };
        return takenUpCard(await flows.talk.takeUp(member.id, threadOf(interaction), at));
      },
    },
    stop: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows }) =>
        stopped(await flows.talk.stop(member.id, threadOf(interaction))),
    },
    regenerate: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        await flows.talk.regenerate({ memberId: member.id, threadId: threadOf(interaction) });
        return answering;
      },
    },
    continue: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        await flows.talk.goOn({ memberId: member.id, threadId: threadOf(interaction) });
        return note('Going on', 'The agent goes on in the thread.');
      },
    },
    rename: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const name = interaction.options.getString('name', true);
        return renamedCard(await flows.talk.rename(member.id, threadOf(interaction), name));
      },
    },
    share: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const { options } = interaction;
        const [add, remove] = [options.getUser('add'), options.getUser('remove')];
        const speakers = chosen(options.getString('who'), ['owner', 'named', 'everybody']);
        const payer = chosen(options.getString('pays'), ['owner', 'presser']);
        const sharing = {
          ...{ speakers, payer },
          ...(add && { add: add.id }),
          ...(remove && { remove: remove.id }),
        };
        return sharedCard(await flows.talk.share(member.id, threadOf(interaction), sharing), sharing);
      },
    },
    quiet: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const isQuiet = interaction.options.getBoolean('on', true);
        return quietCard(await flows.talk.setQuiet(member.id, threadOf(interaction), isQuiet));
      },
    },
    export: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const format = chosen(interaction.options.getString('format'), ['markdown', 'json']) ?? 'markdown';
        const how = { format, maxBytes: interaction.attachmentSizeLimit };
        return talkFileCard(await flows.talk.exportFile(member.id, threadOf(interaction), how));
      },
    },
    end: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows }) =>
        endedCard(await flows.talk.end(member.id, threadOf(interaction))),
    },
  },
  components: {
    reply: {
      acknowledge: 'form',
      async form({ member, argument, flows }) {
        await flows.talk.checkSpeaker(member.id, argument);
        return replyForm(argument, member.id);
      },
    },
    say: {
      acknowledge: 'private',
      async run({ interaction, member, argument, flows }) {
        if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
        const text = interaction.fields.getTextInputValue('text');
        const files = [...(interaction.fields.getUploadedFiles('files')?.values() ?? [])].map(attached);
        await flows.talk.reply(member.id, argument, { text, files }, interaction.id);
        return note('Said', 'The agent answers in the thread.');
      },
    },
    retry: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        await flows.talk.regenerate({ memberId: member.id, ...answerOf(argument) });
        return answering;
      },
    },
    again: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        await flows.talk.regenerate({ memberId: member.id, ...answerOf(argument) });
        return answering;
      },
    },
    'go-on': {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        await flows.talk.goOn({ memberId: member.id, ...answerOf(argument) });
        return note('Going on', 'The agent goes on in the thread.');
      },
    },
    stop: {
      acknowledge: 'private',
      run: async ({ member, argument, flows }) => stopped(await flows.talk.stop(member.id, argument)),
    },
    page: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) =>
        talksCard(await flows.talk.list(member.id, Number(argument)), member.id),
    },
    'take-up': {
      acknowledge: 'private',
      async run({ interaction, member, place, argument, flows }) {
        const at = { channelId: channelFor(interaction.channel, place.channelId), isNew: false };
        return takenUpCard(await flows.talk.takeUp(member.id, argument, at));
      },
    },
    end: {
      acknowledge: 'private',
      run: async ({ member, argument, flows }) => endedCard(await flows.talk.end(member.id, argument)),
    },
    /** Of the cards of proposals: only who may pay gets further. */
    make: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) => proposalCard(await flows.talk.make(member.id, argument)),
    },
    decline: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) => proposalCard(await flows.talk.decline(member.id, argument)),
    },
    pay: {
      acknowledge: 'public',
      async run({ member, place, argument, flows }) {
        const [unit, id = ''] = argument.split('/');
        const asked = currency.safeParse(unit);
        if (!asked.success) throw new AppError('invalid_request', 'That currency is not taken here.');
        const bought = flows.talk.topUp(member.id, { id, currency: asked.data }, (order, key) =>
          flows.purchase.start(member, place, order, key),
        );
        return purchaseCard(await bought);
      },
    },
  },
} satisfies Command;

const stopped = (wasRunning: boolean) =>
  wasRunning
    ? note('Stopping', 'The agent stops as soon as it can.')
    : note('Nothing to stop', 'No answer is under way there.');
