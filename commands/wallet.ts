import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  InteractionContextType,
} from 'discord.js';
import type { Command, Request } from '../src/bot/command.js';
import {
  labelledCard,
  loggedOutCard,
  nothingLinkedCard,
  sessionsCard,
  unlinkedCard,
  usedCard,
  walletsCard,
  withdrawnCard,
} from '../src/bot/link/cards/wallet.js';
import type { Scope } from '../src/bot/link/wallets.js';
import type { LinkedWallet } from '../src/bot/session/store.js';
import type { Translate } from '../src/copy/translate.js';

const { String: Text, Subcommand } = ApplicationCommandOptionType;

const wallet = (required = false) => ({
  type: ApplicationCommandOptionType.String as const,
  name: 'wallet',
  required,
  autocomplete: true as const,
  max_length: 60,
});

const scope = {
  type: ApplicationCommandOptionType.String as const,
  name: 'scope',
  choices: [{ value: 'here' }, { value: 'everywhere' }],
};

type Chat = ChatInputCommandInteraction<'cached'>;
const named = ({ options }: Chat) => options.getString('wallet');
const scopeOf = ({ options }: Chat): Scope =>
  options.getString('scope') === 'everywhere' ? 'everywhere' : 'here';

/** A wallet in the suggestions. */
function nameOf({ label, address, isPrimary }: LinkedWallet, t: Translate): string {
  const wallet = label ? `${label} · ${address}` : address;
  return isPrimary ? t('wallet.list.primary.option', { wallet }) : wallet;
}

const list = async ({ member, flows, t }: Pick<Request<unknown>, 'member' | 'flows' | 't'>) =>
  walletsCard({ ...(await flows.wallet.list(member.id)), owner: member.id }, t);

export default {
  data: {
    name: 'wallet',
    contexts: [InteractionContextType.Guild],
    options: [
      { type: Subcommand, name: 'list' },
      { type: Subcommand, name: 'use', options: [wallet(true)] },
      {
        type: Subcommand,
        name: 'label',
        options: [wallet(true), { type: Text, name: 'name', max_length: 100 }],
      },
      { type: Subcommand, name: 'unlink', options: [wallet(), scope] },
      { type: Subcommand, name: 'sessions', options: [wallet()] },
      { type: Subcommand, name: 'logout', options: [wallet(), scope] },
    ],
  },
  async suggest({ options, user }, flows, t) {
    const typed = options.getFocused().toLowerCase();
    const wallets = await flows.wallet.walletsOf(user.id);
    return wallets
      .map((one) => ({ name: nameOf(one, t), value: one.address }))
      .filter(({ name }) => name.toLowerCase().includes(typed));
  },
  actions: {
    list: { acknowledge: 'private', run: list },
    use: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows, t }) =>
        usedCard(await flows.wallet.use(member.id, named(interaction) ?? ''), t),
    },
    label: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const name = interaction.options.getString('name') ?? '';
        return labelledCard(await flows.wallet.label(member.id, named(interaction) ?? '', name), t);
      },
    },
    unlink: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const where = scopeOf(interaction);
        const unlinked = await flows.wallet.unlink(member.id, named(interaction), where);
        return unlinked ? unlinkedCard(unlinked, where, t) : nothingLinkedCard(t);
      },
    },
    sessions: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows, t }) =>
        sessionsCard(await flows.wallet.sessions(member.id, named(interaction)), member.id, t),
    },
    logout: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const where = scopeOf(interaction);
        return loggedOutCard(await flows.wallet.logout(member.id, named(interaction), where), where, t);
      },
    },
  },
  components: {
    /** The "My wallets" button on other cards. */
    open: { acknowledge: 'private', run: list },
    use: {
      acknowledge: 'private',
      run: async ({ member, argument, flows, t }) => usedCard(await flows.wallet.use(member.id, argument), t),
    },
    withdraw: {
      acknowledge: 'private',
      async run({ member, argument, flows, t }) {
        await flows.wallet.withdraw(member.id, argument);
        return withdrawnCard(t);
      },
    },
    end: {
      acknowledge: 'update',
      async run({ member, argument, flows, t }) {
        const [start = '', which = ''] = argument.split('/', 2);
        return sessionsCard(await flows.wallet.endSession(member.id, start, which), member.id, t);
      },
    },
  },
} satisfies Command;
