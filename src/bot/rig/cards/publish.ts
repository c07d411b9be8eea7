import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, finePrint, heading, linkButton, text } from '../../cards/card.js';
import type { Published } from '../publishing.js';
import { asked } from './rig.js';

/** The public page of a rig, for its member. */
export function publishCard({ job, url }: Published, t: Translate): Card {
  const { id, memberId, generation } = job;
  if (url === null)
    return card('neutral', [
      heading(t('rig.publish.off.title'), asked(generation, t)),
      text(t('rig.publish.off.text')),
      actions(button(t('rig.publish.on.button'), 'rig:publish-on', memberId, id, 'primary')),
    ]);
  return card('good', [
    heading(t('rig.publish.on.title'), asked(generation, t)),
    text(`\`${url}\``),
    actions(
      linkButton(t('rig.view.button'), url),
      button(t('rig.publish.off.button'), 'rig:publish-off', memberId, id, 'danger'),
    ),
    finePrint(t('rig.publish.note')),
  ]);
}
