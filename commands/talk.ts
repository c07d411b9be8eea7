import { attached } from '../src/bot/attachment.js';
import type { Command } from '../src/bot/command.js';
import { missingPermissions, requirePermissions } from '../src/bot/permissions.js';
import { threadCard } from '../src/bot/talk/cards/talk.js';
import {
  answeringCard,
  endedCard,
  quietCard,
  renamedCard,
  sharedTalkCard,
  stoppedCard,
  suggestedName,
  takenUpCard,
  talkFileCard,
  talksCard,
} from '../src/bot/talk/cards/talks.js';
import { exportFormats } from '../src/bot/talk/export.js';
import { payers, speakers } from '../src/bot/talk/talk.js';
import { channelFor, talkButtons, threadNeeds } from './talk-buttons.js';
import { talkData } from './talk-options.js';

type Chosen = { options: { getString(name: string): string | null }; channelId: string };

/** The thread of the named conversation, or this thread. */
const threadOf = ({ options, channelId }: Chosen): string => options.getString('talk') ?? channelId;

const chosen = <T extends string>(value: string | null, known: readonly T[]): T | undefined =>
  known.find((one) => one === value);

export default {
  data: talkData,
  async suggest(interaction, flows, t) {
    const talks = await flows.talk.suggest(interaction.user.id, interaction.options.getFocused());
    return talks.map((talk) => ({ name: suggestedName(talk, t), value: talk.threadId }));
  },
  actions: {
    start: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows, t }) {
        const { options, channel, attachmentSizeLimit: uploadLimit } = interaction;
        const isPrivate = options.getBoolean('private') ?? false;
        requirePermissions(interaction.appPermissions, threadNeeds(isPrivate));
        const file = options.getAttachment('file');
        const opening = {
          text: options.getString('message', true),
          files: file ? [attached(file)] : [],
          isPrivate,
          speakers: chosen(options.getString('who'), speakers) ?? 'owner',
          payer: chosen(options.getString('pays'), payers) ?? 'owner',
        };
        const at = {
          guildId: place.guildId,
          channelId: channelFor(channel, place.channelId),
          uploadLimit,
          locale: place.locale,
        };
        return threadCard(await flows.talk.start(member, at, opening, interaction.id), t);
      },
    },
    list: {
      acknowledge: 'private',
      run: async ({ member, flows, t }) => talksCard(await flows.talk.list(member.id, 0), member.id, t),
    },
    resume: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows, t }) {
        const isNew = interaction.options.getBoolean('here') ?? false;
        const at = {
          guildId: place.guildId,
          channelId: channelFor(interaction.channel, place.channelId),
          locale: place.locale,
          isNew,
          missing: missingPermissions(interaction.appPermissions, threadNeeds(false)),
        };
        return takenUpCard(await flows.talk.takeUp(member.id, threadOf(interaction), at), t);
      },
    },
    stop: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows, t }) =>
        stoppedCard(await flows.talk.stop(member.id, threadOf(interaction)), t),
    },
    regenerate: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        await flows.talk.regenerate({ memberId: member.id, threadId: threadOf(interaction) });
        return answeringCard('asked_again', t);
      },
    },
    continue: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        await flows.talk.goOn({ memberId: member.id, threadId: threadOf(interaction) });
        return answeringCard('continuing', t);
      },
    },
    rename: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const name = interaction.options.getString('name', true);
        return renamedCard(await flows.talk.rename(member.id, threadOf(interaction), name), t);
      },
    },
    share: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const { options } = interaction;
        const [add, remove] = [options.getUser('add'), options.getUser('remove')];
        const who = chosen(options.getString('who'), speakers);
        const pays = chosen(options.getString('pays'), payers);
        const sharing = {
          speakers: who,
          payer: pays,
          ...(add && { add: add.id }),
          ...(remove && { remove: remove.id }),
        };
        return sharedTalkCard(await flows.talk.share(member.id, threadOf(interaction), sharing), sharing, t);
      },
    },
    quiet: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const isQuiet = interaction.options.getBoolean('on', true);
        return quietCard(await flows.talk.setQuiet(member.id, threadOf(interaction), isQuiet), t);
      },
    },
    export: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const format = chosen(interaction.options.getString('format'), exportFormats) ?? 'markdown';
        const how = { format, maxBytes: interaction.attachmentSizeLimit };
        return talkFileCard(await flows.talk.exportFile(member.id, threadOf(interaction), how, t), t);
      },
    },
    end: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows, t }) =>
        endedCard(await flows.talk.end(member.id, threadOf(interaction)), t),
    },
  },
  components: talkButtons,
} satisfies Command;
