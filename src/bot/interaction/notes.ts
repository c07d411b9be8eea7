import type { Translate } from '../../copy/translate.js';
import { type Card, note } from '../cards/card.js';

/** What members read where an interaction got no answer of its own. */

export const restarting = (t: Translate): Card =>
  note(t('answer.restarting.title'), t('answer.restarting.unfinished'), 'waiting');

export const stopped = (t: Translate): Card =>
  note(t('answer.restarting.title'), t('answer.restarting.refused'), 'waiting');

export const unavailable = (t: Translate): Card =>
  note(t('answer.unavailable.title'), t('answer.unavailable.text'), 'waiting');

/** The action ran and Discord refused its answer: a member who tries again may pay twice. */
export const unshown = (t: Translate): Card =>
  note(t('answer.unshown.title'), t('answer.unshown.text'), 'waiting');
