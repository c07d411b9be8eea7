import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, text } from '../../cards/card.js';
import { clip, plain } from '../../text.js';
import type { ShownSettings } from '../server-flow.js';

type Group = { title: string; rows: [label: string, value: string | false][] };

/** The settings of each form, under the label of its button. */
function groupsOf(
  { settings, gone, roleProblem, pool }: ShownSettings,
  languageName: string | null,
  t: Translate,
): Group[] {
  const named = (ids: readonly string[], sign: '#' | '@&') =>
    ids.map((id) => (gone.has(id) ? t('settings.card.gone') : `<${sign}${id}>`)).join(' ') ||
    t('settings.card.all');
  const off = t('settings.card.off');
  const yesNo = (value: boolean) => (value ? t('settings.card.on') : off);
  const { rigChannels, talkChannels, rigRoles, talkRoles, logChannel, memberRole } = settings;
  const { welcomeCredits, poolDaily, poolRoles } = settings;
  return [
    {
      title: t('settings.places.button'),
      rows: [
        [t('settings.form.rigChannels.label'), named(rigChannels, '#')],
        [t('settings.form.rigRoles.label'), named(rigRoles, '@&')],
        [t('settings.form.talkChannels.label'), named(talkChannels, '#')],
        [t('settings.form.talkRoles.label'), named(talkRoles, '@&')],
        [t('settings.form.logChannel.label'), logChannel ? named([logChannel], '#') : off],
      ],
    },
    {
      title: t('settings.ways.button'),
      rows: [
        [t('settings.form.locale.label'), languageName ?? t('settings.form.locale.discord.option')],
        [t('settings.form.isQuiet.label'), yesNo(settings.isQuiet)],
        [t('settings.form.mayMention.label'), yesNo(settings.mayMention)],
        [t('settings.form.visibility.label'), t(`settings.${settings.visibility}.option`)],
        [t('settings.form.hasSpoilers.label'), yesNo(settings.hasSpoilers)],
      ],
    },
    {
      title: t('settings.members.button'),
      rows: [
        [
          t('settings.form.memberRole.label'),
          memberRole && roleProblem !== 'gone' ? `<@&${memberRole}>` : off,
        ],
        [t('settings.form.strictness.label'), t(`settings.${settings.strictness}.option`)],
        [t('settings.form.welcomeCredits.label'), welcomeCredits > 0 ? String(welcomeCredits) : off],
        [t('settings.pool.label'), pool !== null && t('credits.count', { credits: pool })],
        [
          t('settings.form.poolDaily.label'),
          poolDaily > 0 ? `${poolDaily} · ${named(poolRoles, '@&')}` : off,
        ],
      ],
    },
    {
      title: t('settings.agent.button'),
      rows: [
        [t('settings.form.mentions.label'), t(`settings.${settings.mentions}.option`)],
        [t('settings.form.persona.label'), plain(clip(settings.persona, 100)) || off],
        [t('settings.form.documents.label'), plain(clip(settings.documents, 100)) || off],
      ],
    },
  ];
}

/** @param owner the manager who reads it */
export function settingsCard(
  shown: ShownSettings,
  { owner, languageName }: { owner: string; languageName: string | null },
  t: Translate,
): Card {
  const { settings, gone, roleProblem, hasNoBudget } = shown;
  const { memberRole } = settings;
  return card('neutral', [
    heading(t('settings.card.title')),
    ...groupsOf(shown, languageName, t).map(({ title, rows }) => text(`### ${title}`, facts(rows))),
    roleProblem && memberRole
      ? text(`⚠️ ${t(`settings.memberRole.${roleProblem}`, { role: `<@&${memberRole}>` })}`)
      : null,
    hasNoBudget ? text(`⚠️ ${t('settings.welcome.no_budget')}`) : null,
    finePrint(gone.size > 0 && t('settings.card.gone.hint')),
    actions(
      button(t('settings.places.button'), 'settings:places', owner),
      button(t('settings.ways.button'), 'settings:ways', owner),
      button(t('settings.members.button'), 'settings:members', owner),
      button(t('settings.agent.button'), 'settings:agent', owner),
    ),
  ]);
}
