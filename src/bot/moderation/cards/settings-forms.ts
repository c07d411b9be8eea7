import { type APILabelComponent, ChannelType, ComponentType, TextInputStyle } from 'discord.js';
import { strictnesses } from '../../../base/content.js';
import type { Translate } from '../../../copy/translate.js';
import { type Form, field, lineField } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { longest, mentionPlaces, type ServerSettings, visibilities } from '../../settings/store.js';

const most = 10;
const formId = (action: string, owner: string) =>
  encodeCustomId({ command: 'settings', action, owner, argument: '' });

/** What both kinds of choice have in common. */
const choice = (
  name: 'rigChannels' | 'talkChannels' | 'logChannel' | 'rigRoles' | 'talkRoles' | 'poolRoles' | 'memberRole',
  chosen: readonly string[],
  type: 'channel' | 'role',
) => ({
  custom_id: name,
  required: false,
  min_values: 0,
  max_values: name === 'logChannel' || name === 'memberRole' ? 1 : most,
  ...(chosen.length > 0 && { default_values: chosen.map((id) => ({ id, type: type as never })) }),
});

const channels = (
  name: 'rigChannels' | 'talkChannels' | 'logChannel',
  chosen: readonly string[],
  t: Translate,
): APILabelComponent => ({
  type: ComponentType.Label,
  label: t(`settings.form.${name}.label`),
  component: {
    type: ComponentType.ChannelSelect,
    channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
    ...choice(name, chosen, 'channel'),
  },
});

const roles = (
  name: 'rigRoles' | 'talkRoles' | 'poolRoles' | 'memberRole',
  chosen: readonly string[],
  t: Translate,
): APILabelComponent => ({
  type: ComponentType.Label,
  label: t(`settings.form.${name}.label`),
  component: { type: ComponentType.RoleSelect, ...choice(name, chosen, 'role') },
});

/** Channels and roles; an empty field allows all. */
export const placesForm = (settings: ServerSettings, owner: string, t: Translate): Form => ({
  custom_id: formId('placed', owner),
  title: t('settings.places.form.title'),
  components: [
    channels('rigChannels', settings.rigChannels, t),
    roles('rigRoles', settings.rigRoles, t),
    channels('talkChannels', settings.talkChannels, t),
    roles('talkRoles', settings.talkRoles, t),
    channels('logChannel', settings.logChannel ? [settings.logChannel] : [], t),
  ],
});

type Option = { label: string; value: string };
const select = (name: string, label: string, options: Option[], chosen: string): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  component: {
    type: ComponentType.StringSelect,
    custom_id: name,
    required: true,
    options: options.map((option) => ({ ...option, ...(option.value === chosen && { default: true }) })),
  },
});

/** The value of the field for the language of the server in Discord. */
export const discordLocale = 'discord';

export const waysForm = (
  { locale, isQuiet, mayMention, visibility, hasSpoilers }: ServerSettings,
  { owner, locales }: { owner: string; locales: readonly { locale: string; name: string }[] },
  t: Translate,
): Form => {
  const onOff = [
    { label: t('settings.on.option'), value: 'on' },
    { label: t('settings.off.option'), value: 'off' },
  ];
  const languages = locales.map(({ name, locale: value }) => ({ label: name, value }));
  return {
    custom_id: formId('chosen', owner),
    title: t('settings.ways.form.title'),
    components: [
      select(
        'locale',
        t('settings.form.locale.label'),
        [{ label: t('settings.form.locale.discord.option'), value: discordLocale }, ...languages],
        locale ?? discordLocale,
      ),
      select('isQuiet', t('settings.form.isQuiet.label'), onOff, isQuiet ? 'on' : 'off'),
      select('mayMention', t('settings.form.mayMention.label'), onOff, mayMention ? 'on' : 'off'),
      select(
        'visibility',
        t('settings.form.visibility.label'),
        visibilities.map((value) => ({ label: t(`settings.${value}.option`), value })),
        visibility,
      ),
      select('hasSpoilers', t('settings.form.hasSpoilers.label'), onOff, hasSpoilers ? 'on' : 'off'),
    ],
  };
};

/** What members get, and what they may not write. */
export const membersForm = (settings: ServerSettings, owner: string, t: Translate): Form => ({
  custom_id: formId('membersSet', owner),
  title: t('settings.members.form.title'),
  components: [
    roles('memberRole', settings.memberRole ? [settings.memberRole] : [], t),
    select(
      'strictness',
      t('settings.form.strictness.label'),
      strictnesses.map((value) => ({ label: t(`settings.${value}.option`), value })),
      settings.strictness,
    ),
    ...(['welcomeCredits', 'poolDaily'] as const).map((name) =>
      lineField(t(`settings.form.${name}.label`), name, {
        max_length: 5,
        required: false,
        value: String(settings[name]),
      }),
    ),
    roles('poolRoles', settings.poolRoles, t),
  ],
});

/** How the agent speaks here, and what it knows about the server. */
export const agentForm = (settings: ServerSettings, owner: string, t: Translate): Form => ({
  custom_id: formId('agentSet', owner),
  title: t('settings.agent.form.title'),
  components: [
    select(
      'mentions',
      t('settings.form.mentions.label'),
      mentionPlaces.map((value) => ({ label: t(`settings.${value}.option`), value })),
      settings.mentions,
    ),
    ...(['persona', 'documents'] as const).map((name) =>
      field(t(`settings.form.${name}.label`), {
        type: ComponentType.TextInput,
        custom_id: name,
        style: TextInputStyle.Paragraph,
        required: false,
        max_length: longest[name],
        ...(settings[name] !== '' && { value: settings[name] }),
      }),
    ),
  ],
});
