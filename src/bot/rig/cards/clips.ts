import { ComponentType } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { type Row, row } from '../../cards/card.js';
import { encodeCustomId } from '../../custom-id.js';
import type { RigJob } from '../rows.js';

/** Discord's limits for a menu, and how many there may be. */
const mostOptions = 25;
const longestValue = 100;
const mostMenus = 2;

/** Choose the clip of the turntable; none where the service renders only one. */
export function clipMenus({ id, memberId, generation }: RigJob, t: Translate): Row[] {
  const { clip, animations = [] } = generation.output ?? {};
  const names = [...new Set(animations)].filter((name) => name !== '' && name.length <= longestValue);
  if (clip === undefined || names.length < 2) return [];
  return Array.from({ length: Math.min(mostMenus, Math.ceil(names.length / mostOptions)) }, (_, at) => {
    const argument = at === 0 ? id : `${id}/${at}`; // custom ids on a card must differ
    return row({
      type: ComponentType.StringSelect,
      custom_id: encodeCustomId({ command: 'rig', action: 'clip', owner: memberId, argument }),
      placeholder: t('rig.clip.placeholder'),
      options: names.slice(at * mostOptions, (at + 1) * mostOptions).map((name) => ({
        label: t('rig.clip.option', { clip: name }),
        value: name,
        default: name === clip,
      })),
    });
  });
}
