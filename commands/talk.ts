import { attached } from '../src/bot/attachment.js';
import { threadCard } from '../src/bot/cards/talk.js';
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
import { missingPermissions, requirePermissions } from '../src/bot/permissions.js';
import { exportFormats } from '../src/bot/talk/export.js';
import { payers, speakers } from '../src/bot/talk/store.js';
import { answering, channelFor, goingOn, stopped, talkButtons, threadNeeds } from './talk-buttons.js';
import { talkData } from './talk-options.js';

type Chosen = { options: { getString(name: string): string | null }; channelId: string };

/** The thread of the named conversation, or this thread. */
const threadOf = ({ options, channelId }: Chosen): string => options.getString('talk') ?? channelId;

const chosen = <T extends string>(value: string | null, known: readonly T[]): T | undefined =>
  known.find((one) => one === value);

export default {
  data: talkData,
  async suggest(interaction, flows) {
    const talks = await flows.talk.suggest(interaction.user.id, interaction.options.getFocused());
    return talks.map(({ title, isOpen, threadId }) => ({
      name: `${isOpen ? '' : '(ended) '}${title || 'Conversation'}`.slice(0, 100),
      value: threadId,
    }));
  },
  actions: {
    start: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows }) {
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
        const at = {
          channelId: channelFor(interaction.channel, place.channelId),
          isNew,
          missing: missingPermissions(interaction.appPermissions, threadNeeds(false)),
        };
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
        return goingOn;
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
        const who = chosen(options.getString('who'), speakers);
        const pays = chosen(options.getString('pays'), payers);
        const sharing = {
          speakers: who,
          payer: pays,
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
        const format = chosen(interaction.options.getString('format'), exportFormats) ?? 'markdown';
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
  components: talkButtons,
} satisfies Command;
