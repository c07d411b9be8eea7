import type { LocaleFile } from '../../copy/locales.js';
import type { Translate } from '../../copy/translate.js';
import { type Card, card, finePrint, heading } from '../cards/card.js';

/**
 * @param chosen null for the language of the member's Discord
 * @param isNew whether the member has just chosen it; otherwise the card says how to change it
 */
export const languageCard = (chosen: LocaleFile | null, t: Translate, isNew = true): Card =>
  card(isNew ? 'good' : 'neutral', [
    heading(
      t('language.card.title'),
      chosen ? t('language.card.chosen', { language: chosen.name }) : t('language.card.automatic'),
      !isNew && t('language.card.change'),
    ),
    finePrint(chosen?.isReviewed === false && t('language.card.unreviewed')),
  ]);
