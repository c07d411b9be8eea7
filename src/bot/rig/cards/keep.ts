import { ComponentType } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, finePrint, heading, row } from '../../cards/card.js';
import { type Form, textForm } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { plain } from '../../text.js';
import { type Collection, longestCollection } from '../collections.js';
import type { Kept } from '../keeping.js';
import { asked } from './rig.js';

/** The name of a list as members read it. */
export const collectionName = ({ name }: Pick<Collection, 'name'>, t: Translate): string =>
  name === '' ? t('rig.collection.favourites') : name;

/** Where a rig is kept, for its member: the favourites, and collections to choose. */
export function keepCard({ job, isFavourite, named }: Kept, t: Translate): Card {
  const { id, memberId, generation } = job;
  const lists = [...(isFavourite ? [{ name: '' }] : []), ...named.filter(({ has }) => has)];
  const names = lists.map((one) => plain(collectionName(one, t)));
  return card(lists.length > 0 ? 'good' : 'neutral', [
    heading(
      t('rig.keep.title'),
      asked(generation, t),
      names.length > 0 ? t('rig.keep.in', { lists: t.list(names) }) : t('rig.keep.nowhere'),
    ),
    named.length === 0
      ? null
      : row({
          type: ComponentType.StringSelect,
          custom_id: encodeCustomId({ command: 'rig', action: 'sort', owner: memberId, argument: id }),
          placeholder: t('rig.keep.placeholder'),
          min_values: 0,
          max_values: named.length,
          options: named.map((one) => ({ label: one.name, value: String(one.id), default: one.has })),
        }),
    actions(
      button(
        t(isFavourite ? 'rig.keep.unfavourite.button' : 'rig.keep.favourite.button'),
        'rig:favourite',
        memberId,
        id,
        isFavourite ? 'secondary' : 'primary',
      ),
      button(t('rig.keep.new.button'), 'rig:collect', memberId, id),
    ),
    finePrint(t('rig.keep.note')),
  ]);
}

/** The field of `collectForm`. */
export const collectField = 'name';

export const collectForm = (owner: string, id: string, t: Translate): Form =>
  textForm(t('rig.keep.new.form.title'), {
    id: encodeCustomId({ command: 'rig', action: 'collected', owner, argument: id }),
    name: collectField,
    label: t('rig.keep.new.form.name.label'),
    max_length: longestCollection,
  });
