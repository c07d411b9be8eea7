import type { LocaleFile } from '../../copy/locales.js';
import type { Translate } from '../../copy/translate.js';
import { type Card, card, finePrint, heading } from '../cards/card.js';

/** @param chosen null for the language of the member's Discord */
export const languageCard = (chosen: LocaleFile | null, t: Translate): Card =>
  card('good', [
    heading(
      t('language.card.title'),
      chosen ? t('language.card.chosen', { language: chosen.name }) : t('language.card.automatic'),
    ),
    finePrint(chosen?.isReviewed === false && t('language.card.unreviewed')),
  ]);
