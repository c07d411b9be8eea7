import { type APILabelComponent, ChannelType, ComponentType } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, text } from '../../cards/card.js';
import type { Form } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import type { ServerSettings } from '../../settings/store.js';
import type { ShownSettings } from '../server-flow.js';

/** @param owner the manager who reads it */
export function settingsCard(
  { settings, gone }: ShownSettings,
  { owner, languageName }: { owner: string; languageName: string | null },
  t: Translate,
): Card {
  const named = (ids: readonly string[], sign: '#' | '@&') =>
    ids.map((id) => (gone.has(id) ? t('settings.card.gone') : `<${sign}${id}>`)).join(' ') ||
    t('settings.card.all');
  const { rigChannels, talkChannels, rigRoles, talkRoles, logChannel, isQuiet, mayMention } = settings;
  const yesNo = (value: boolean) => t(value ? 'settings.card.on' : 'settings.card.off');
  return card('neutral', [
    heading(t('settings.card.title')),
    text(
      facts([
        [t('settings.form.rigChannels.label'), named(rigChannels, '#')],
        [t('settings.form.rigRoles.label'), named(rigRoles, '@&')],
        [t('settings.form.talkChannels.label'), named(talkChannels, '#')],
        [t('settings.form.talkRoles.label'), named(talkRoles, '@&')],
        [t('settings.form.logChannel.label'), logChannel ? named([logChannel], '#') : t('settings.card.off')],
        [t('settings.form.locale.label'), languageName ?? t('settings.form.locale.discord.option')],
        [t('settings.form.isQuiet.label'), yesNo(isQuiet)],
        [t('settings.form.mayMention.label'), yesNo(mayMention)],
      ]),
    ),
    finePrint(gone.size > 0 && t('settings.card.gone.hint')),
    actions(
      button(t('settings.places.button'), 'settings:places', owner),
      button(t('settings.ways.button'), 'settings:ways', owner),
    ),
  ]);
}

const most = 10;
const formId = (action: string, owner: string) =>
  encodeCustomId({ command: 'settings', action, owner, argument: '' });

/** What both kinds of choice have in common. */
const choice = (
  name: 'rigChannels' | 'talkChannels' | 'logChannel' | 'rigRoles' | 'talkRoles',
  chosen: readonly string[],
  type: 'channel' | 'role',
) => ({
  custom_id: name,
  required: false,
  min_values: 0,
  max_values: name === 'logChannel' ? 1 : most,
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
  name: 'rigRoles' | 'talkRoles',
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
  { locale, isQuiet, mayMention }: ServerSettings,
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
    ],
  };
};
