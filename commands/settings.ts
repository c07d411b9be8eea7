import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Command, Request } from '../src/bot/command.js';
import { type ComponentOrForm, typedIn } from '../src/bot/interaction/acted.js';
import { settingsCard } from '../src/bot/moderation/cards/settings.js';
import {
  agentForm,
  discordLocale,
  membersForm,
  placesForm,
  waysForm,
} from '../src/bot/moderation/cards/settings-forms.js';
import type { ShownSettings } from '../src/bot/moderation/server-flow.js';
import { reason } from '../src/copy/reason.js';

const manages = PermissionFlagsBits.ManageGuild;

type Acting = Pick<ComponentOrForm, 'id' | 'memberPermissions' | 'guildId'>;
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

const currentOf = (request: Asked) => request.flows.server.current(managerOf(request));

type Changes = Parameters<Asked['flows']['server']['change']>[1];

const change = async (request: Asked, changes: Changes) =>
  show(await request.flows.server.change(managerOf(request), changes, request.interaction.id), request);

/** The ids that were chosen in a form. */
function chosenIn(interaction: ComponentOrForm, field: string): string[] {
  if (!interaction.isModalSubmit()) return [];
  const { fields } = interaction;
  if (/roles?$/i.test(field)) return [...(fields.getSelectedRoles(field)?.keys() ?? [])];
  return [...(fields.getSelectedChannels(field)?.keys() ?? [])];
}
const valueIn = (interaction: ComponentOrForm, field: string): string =>
  (interaction.isModalSubmit() && interaction.fields.getStringSelectValues(field)[0]) || '';

/** @throws AppError for anything but a whole number */
function creditsIn(typed: string): number {
  const credits = typed.trim() || '0';
  if (!/^\d{1,5}$/.test(credits)) throw new AppError('invalid_request', reason('moderation.error.credits'));
  return Number(credits);
}

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
      form: async (request) => placesForm(await currentOf(request), request.member.id, request.t),
    },
    ways: {
      acknowledge: 'form',
      async form(request) {
        const { flows, member, t } = request;
        const now = await currentOf(request);
        return waysForm(now, { owner: member.id, locales: flows.server.locales }, t);
      },
    },
    members: {
      acknowledge: 'form',
      form: async (request) => membersForm(await currentOf(request), request.member.id, request.t),
    },
    membersSet: {
      acknowledge: 'update',
      async run(request) {
        const { interaction } = request;
        const changes = {
          memberRole: chosenIn(interaction, 'memberRole')[0] ?? null,
          strictness: valueIn(interaction, 'strictness') === 'strict' ? 'strict' : 'normal',
          welcomeCredits: creditsIn(typedIn(interaction, 'welcomeCredits')),
          poolDaily: creditsIn(typedIn(interaction, 'poolDaily')),
          poolRoles: chosenIn(interaction, 'poolRoles'),
        } as const;
        return change(request, changes);
      },
    },
    agent: {
      acknowledge: 'form',
      form: async (request) => agentForm(await currentOf(request), request.member.id, request.t),
    },
    agentSet: {
      acknowledge: 'update',
      async run(request) {
        const { interaction } = request;
        const changes = {
          persona: typedIn(interaction, 'persona').trim(),
          documents: typedIn(interaction, 'documents').trim(),
          mentions: valueIn(interaction, 'mentions') === 'here' ? 'here' : 'thread',
        } as const;
        return change(request, changes);
      },
    },
    placed: {
      acknowledge: 'update',
      async run(request) {
        const { interaction } = request;
        const of = (field: string) => chosenIn(interaction, field);
        const changes = {
          rigChannels: of('rigChannels'),
          rigRoles: of('rigRoles'),
          talkChannels: of('talkChannels'),
          talkRoles: of('talkRoles'),
          logChannel: of('logChannel')[0] ?? null,
        };
        return change(request, changes);
      },
    },
    chosen: {
      acknowledge: 'update',
      async run(request) {
        const { interaction } = request;
        const locale = valueIn(interaction, 'locale');
        const changes = {
          locale: locale === discordLocale ? null : locale,
          isQuiet: valueIn(interaction, 'isQuiet') === 'on',
          mayMention: valueIn(interaction, 'mayMention') === 'on',
          visibility: valueIn(interaction, 'visibility') === 'private' ? 'private' : 'public',
          hasSpoilers: valueIn(interaction, 'hasSpoilers') === 'on',
        } as const;
        return change(request, changes);
      },
    },
  },
} satisfies Command;
