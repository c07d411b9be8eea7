import { ComponentType } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { type Row, row } from '../../cards/card.js';
import { encodeCustomId } from '../../custom-id.js';
import type { RigJob } from '../rows.js';

/** Discord's limits for a menu. */
const mostOptions = 25;
const longestValue = 100;

/** Chooses the clip of the turntable; null where the service renders only one. */
export function clipMenu({ id, memberId, generation }: RigJob, t: Translate): Row | null {
  const { clip, animations = [] } = generation.output ?? {};
  const names = [...new Set(animations)].filter((name) => name !== '' && name.length <= longestValue);
  if (clip === undefined || names.length < 2) return null;
  return row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ command: 'rig', action: 'clip', owner: memberId, argument: id }),
    placeholder: t('rig.clip.placeholder'),
    options: names.slice(0, mostOptions).map((name) => ({
      label: t('rig.clip.option', { clip: name }),
      value: name,
      default: name === clip,
    })),
  });
}
