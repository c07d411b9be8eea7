import type { Translate } from '../../../copy/translate.js';
import { actions, button, text } from '../../cards/card.js';
import { clip } from '../../text.js';
import { bodyName } from '../bodies.js';
import type { RigJob } from '../rows.js';
import type { Output } from './facts.js';

/** Offers the other class of body where the service was not certain: free, once, with the same seed. */
export function secondReading({ id, memberId }: RigJob, { second_reading: other }: Output, t: Translate) {
  if (other === undefined) return [];
  const body = clip(bodyName(other, t), 40);
  return [
    text(t('rig.second.text', { body })),
    actions(button(t('rig.second.button', { body }), 'rig:second', memberId, id)),
  ];
}
