import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  InteractionContextType,
} from 'discord.js';
import {
  labelledCard,
  loggedOutCard,
  nothingLinkedCard,
  sessionsCard,
  unlinkedCard,
  usedCard,
  walletsCard,
  withdrawnCard,
} from '../src/bot/cards/wallet.js';
import type { Command, Request } from '../src/bot/command.js';
import type { Scope } from '../src/bot/link/wallets.js';

const { String: Text, Subcommand } = ApplicationCommandOptionType;

const wallet = (description: string, required = false): APIApplicationCommandBasicOption => ({
  type: Text,
  name: 'wallet',
  description,
  required,
  autocomplete: true,
  max_length: 60,
});

const scope: APIApplicationCommandBasicOption = {
  type: Text,
  name: 'scope',
  description: 'everywhere also ends its sessions on all other devices (default: here)',
  choices: [
    { name: 'here', value: 'here' },
    { name: 'everywhere', value: 'everywhere' },
  ],
};

const subcommand = (name: string, description: string, ...options: APIApplicationCommandBasicOption[]) =>
  ({ type: Subcommand, name, description, options }) as const;

type Chat = ChatInputCommandInteraction<'cached'>;
const named = ({ options }: Chat) => options.getString('wallet');
const scopeOf = ({ options }: Chat): Scope =>
  options.getString('scope') === 'everywhere' ? 'everywhere' : 'here';

const list = async ({ member, flows }: Pick<Request<unknown>, 'member' | 'flows'>) =>
  walletsCard({ ...(await flows.wallet.list(member.id)), owner: member.id });

export default {
  data: {
    name: 'wallet',
    description: 'Your wallets and where they are signed in',
    contexts: [InteractionContextType.Guild],
    options: [
      subcommand('list', 'See the wallets you have linked'),
      subcommand('use', 'Choose your primary wallet', wallet('Which one', true)),
      subcommand('label', 'Name a wallet', wallet('Which one', true), {
        type: Text,
        name: 'name',
        description: 'Up to 32 characters; leave empty to remove the name',
        max_length: 100,
      }),
      subcommand(
        'unlink',
        'Unlink a wallet and close its session',
        wallet('Which one (default: your primary)'),
        scope,
      ),
      subcommand('sessions', 'See where a wallet is signed in', wallet('Which one (default: your primary)')),
      subcommand(
        'logout',
        'Sign out of a wallet and keep it linked',
        wallet('Which one (default: your primary)'),
        scope,
      ),
    ],
  },
  async suggest({ options, user }, flows) {
    const typed = options.getFocused().toLowerCase();
    const wallets = await flows.wallet.walletsOf(user.id);
    return wallets
      .map((one) => ({
        name: `${one.label ? `${one.label} · ` : ''}${one.address}${one.isPrimary ? ' (primary)' : ''}`,
        value: one.address,
      }))
      .filter(({ name }) => name.toLowerCase().includes(typed));
  },
  actions: {
    list: { acknowledge: 'private', run: list },
    use: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows }) =>
        usedCard(await flows.wallet.use(member.id, named(interaction) ?? '')),
    },
    label: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const name = interaction.options.getString('name') ?? '';
        return labelledCard(await flows.wallet.label(member.id, named(interaction) ?? '', name));
      },
    },
    unlink: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const where = scopeOf(interaction);
        const unlinked = await flows.wallet.unlink(member.id, named(interaction), where);
        return unlinked ? unlinkedCard(unlinked, where) : nothingLinkedCard;
      },
    },
    sessions: {
      acknowledge: 'private',
      run: async ({ interaction, member, flows }) =>
        sessionsCard(await flows.wallet.sessions(member.id, named(interaction)), member.id),
    },
    logout: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        const where = scopeOf(interaction);
        return loggedOutCard(await flows.wallet.logout(member.id, named(interaction), where), where);
      },
    },
  },
  components: {
    /** The "My wallets" button on other cards. */
    open: { acknowledge: 'private', run: list },
    use: {
      acknowledge: 'private',
      run: async ({ member, argument, flows }) => usedCard(await flows.wallet.use(member.id, argument)),
    },
    withdraw: {
      acknowledge: 'private',
      async run({ member, argument, flows }) {
        await flows.wallet.withdraw(member.id, argument);
        return withdrawnCard;
      },
    },
    end: {
      acknowledge: 'update',
      async run({ member, argument, flows }) {
        const [start = '', which = ''] = argument.split('/', 2);
        return sessionsCard(await flows.wallet.endSession(member.id, start, which), member.id);
      },
    },
  },
} satisfies Command;
