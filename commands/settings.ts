import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import type { Command, Request } from '../src/bot/command.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';
import { discordLocale, placesForm, settingsCard, waysForm } from '../src/bot/moderation/cards/settings.js';
import type { ShownSettings } from '../src/bot/moderation/server-flow.js';

const manages = PermissionFlagsBits.ManageGuild;

type Acting = Pick<ComponentOrForm, 'memberPermissions' | 'guildId'>;
type Asked = Pick<Request<Acting>, 'interaction' | 'member' | 'flows' | 't'>;

const managerOf = ({ interaction, member }: Asked) => ({
  managerId: member.id,
  isManager: interaction.memberPermissions?.has(manages) ?? false,
  guildId: interaction.guildId ?? '',
});

function show(found: ShownSettings, { flows, member, t }: Asked) {
  const language = flows.server.locales.find(({ locale }) => locale === found.settings.locale);
  return settingsCard(found, { owner: member.id, languageName: language?.name ?? null }, t);
}

/** The ids that were chosen in a form. */
function chosenIn(interaction: ComponentOrForm, field: string): string[] {
  if (!interaction.isModalSubmit()) return [];
  const { fields } = interaction;
  if (field.endsWith('Roles')) return [...(fields.getSelectedRoles(field)?.keys() ?? [])];
  return [...(fields.getSelectedChannels(field)?.keys() ?? [])];
}
const valueIn = (interaction: ComponentOrForm, field: string): string =>
  (interaction.isModalSubmit() && interaction.fields.getStringSelectValues(field)[0]) || '';

/** Servers can change who sees the command in Discord, so the flow checks the permission again. */
export default {
  data: {
    name: 'settings',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: manages.toString(),
  },
  actions: {
    '': {
      acknowledge: 'private',
      run: async (request) => show(await request.flows.server.read(managerOf(request)), request),
    },
  },
  components: {
    places: {
      acknowledge: 'form',
      form: async (request) =>
        placesForm(await request.flows.server.current(managerOf(request)), request.member.id, request.t),
    },
    ways: {
      acknowledge: 'form',
      async form(request) {
        const { flows, member, t } = request;
        const now = await flows.server.current(managerOf(request));
        return waysForm(now, { owner: member.id, locales: flows.server.locales }, t);
      },
    },
    placed: {
      acknowledge: 'update',
      async run(request) {
        const { interaction, flows } = request;
        const of = (field: string) => chosenIn(interaction, field);
        const changes = {
          rigChannels: of('rigChannels'),
          rigRoles: of('rigRoles'),
          talkChannels: of('talkChannels'),
          talkRoles: of('talkRoles'),
          logChannel: of('logChannel')[0] ?? null,
        };
        return show(await flows.server.change(managerOf(request), changes, interaction.id), request);
      },
    },
    chosen: {
      acknowledge: 'update',
      async run(request) {
        const { interaction, flows } = request;
        const locale = valueIn(interaction, 'locale');
        const changes = {
          locale: locale === discordLocale ? null : locale,
          isQuiet: valueIn(interaction, 'isQuiet') === 'on',
          mayMention: valueIn(interaction, 'mayMention') === 'on',
        };
        return show(await flows.server.change(managerOf(request), changes, interaction.id), request);
      },
    },
  },
} satisfies Command;
