import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, text } from '../../cards/card.js';
import { clip, plain } from '../../text.js';
import type { ShownSettings } from '../server-flow.js';

/** @param owner the manager who reads it */
export function settingsCard(
  { settings, gone, roleProblem, hasNoBudget, pool }: ShownSettings,
  { owner, languageName }: { owner: string; languageName: string | null },
  t: Translate,
): Card {
  const named = (ids: readonly string[], sign: '#' | '@&') =>
    ids.map((id) => (gone.has(id) ? t('settings.card.gone') : `<${sign}${id}>`)).join(' ') ||
    t('settings.card.all');
  const { rigChannels, talkChannels, rigRoles, talkRoles, logChannel, memberRole } = settings;
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
        [t('settings.form.isQuiet.label'), yesNo(settings.isQuiet)],
        [t('settings.form.mayMention.label'), yesNo(settings.mayMention)],
        [t('settings.form.visibility.label'), t(`settings.${settings.visibility}.option`)],
        [t('settings.form.hasSpoilers.label'), yesNo(settings.hasSpoilers)],
        [t('settings.form.strictness.label'), t(`settings.${settings.strictness}.option`)],
        [
          t('settings.form.welcomeCredits.label'),
          settings.welcomeCredits > 0 ? String(settings.welcomeCredits) : t('settings.card.off'),
        ],
        [t('settings.form.mentions.label'), t(`settings.${settings.mentions}.option`)],
        [t('settings.pool.label'), pool !== null && t('credits.count', { credits: pool })],
        [
          t('settings.form.poolDaily.label'),
          settings.poolDaily > 0
            ? `${settings.poolDaily} · ${named(settings.poolRoles, '@&')}`
            : t('settings.card.off'),
        ],
        [t('settings.form.persona.label'), plain(clip(settings.persona, 100)) || t('settings.card.off')],
        [t('settings.form.documents.label'), plain(clip(settings.documents, 100)) || t('settings.card.off')],
        [
          t('settings.form.memberRole.label'),
          memberRole && roleProblem !== 'gone' ? `<@&${memberRole}>` : t('settings.card.off'),
        ],
      ]),
    ),
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
