import { ComponentType } from 'discord.js';
import type { Pipeline } from '../../../contract/pipelines.js';
import { type Generation, generationStatus } from '../../../contract/rig.js';
import type { Page } from '../../../contract/shapes.js';
import type { Translate } from '../../../copy/translate.js';
import {
  actions,
  beside,
  button,
  type Card,
  card,
  heading,
  mostShown,
  row,
  rule,
  text,
  thumbnail,
} from '../../cards/card.js';
import { type Form, textForm } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';

import { clip, plain, relativeTime } from '../../text.js';
import { bodyName } from '../bodies.js';
import type { Collection } from '../collections.js';
import { characterName, fileStem } from '../naming.js';
import type { Shelf } from '../shelf.js';
import { collectionName } from './keep.js';
import { statusName } from './rig.js';

/** A page of a member's rigs with the bytes of their pictures, by rig. */
export type RigsPage = Page<Generation> & {
  pictures: ReadonlyMap<string, Uint8Array>;
  collections: readonly Collection[];
};

/** Characters that fit in a custom id, with the rest of it. */
const longestCursor = 50;
export const longestSearch = 30;
/** Collections in the select besides the states; Discord takes 25 options. */
const mostOffered = 19;

/** Parses a custom id argument: `status/cursor/search`, of which each may be empty. `#12` is a collection. */
export function readShelf(argument: string): Shelf {
  const [named = '', cursor, ...rest] = argument.split('/');
  const status = generationStatus.safeParse(named).data;
  const collection = /^#(\d{1,9})$/.exec(named)?.[1];
  const search = rest.join('/').slice(0, longestSearch).trim();
  return {
    ...(status && { status }),
    ...(collection && { collection: Number(collection) }),
    ...(cursor && { cursor }),
    ...(search && { search }),
  };
}

/** The argument that `readShelf` reads. */
const shelfId = (shelf: Omit<Shelf, 'cursor'>, cursor = ''): string =>
  [partOf(shelf), cursor, shelf.search ?? ''].join('/').replace(/\/+$/, '');
const partOf = ({ status, collection }: Shelf): string =>
  collection === undefined ? (status ?? '') : `#${collection}`;

/** A gallery of a member's rigs, newest first, five at a time. */
export function rigsCard(
  { data, next_cursor, pictures, collections }: RigsPage,
  owner: string,
  shelf: Shelf,
  t: Translate,
): Card {
  const { cursor, search } = shelf;
  if (data.length === 0 && Object.keys(shelf).length === 0)
    return card('neutral', [heading(t('rig.list.title'), t('rig.list.none'))]);
  const older = next_cursor !== null && next_cursor.length <= longestCursor;
  const nameOfPicture = (made: Generation, at: number) =>
    pictures.has(made.id) ? `${at + 1}-${fileStem(made)}.png` : null;
  const files = data.flatMap((made, at) => {
    const [name, bytes] = [nameOfPicture(made, at), pictures.get(made.id)];
    return name && bytes ? [{ name, attachment: Buffer.from(bytes) }] : [];
  });
  return card(
    'neutral',
    [
      heading(
        t('rig.list.title'),
        search && t('rig.list.search', { search: plain(search) }),
        data.length === 0 && t(search ? 'rig.list.no_match' : 'rig.list.empty'),
      ),
      ...data.flatMap((made, at) => [rule, rigPart(made, nameOfPicture(made, at), t)]),
      data.length === 0 ? null : openRow(data, owner, t),
      filterRow(shelf, owner, collections, t),
      actions(
        button(t('rig.list.search.button'), 'rigs:search', owner, partOf(shelf)),
        search !== undefined && button(t('rig.list.all.button'), 'rigs:page', owner, `${partOf(shelf)}/`),
        cursor !== undefined && button(t('rig.list.newest.button'), 'rigs:page', owner, shelfId(shelf)),
        older && button(t('rig.list.older.button'), 'rigs:page', owner, shelfId(shelf, next_cursor)),
      ),
    ],
    files,
  );
}

const nameOf = (made: Generation, t: Translate): string =>
  characterName(made) ?? t(`rig.list.untitled.${made.type}`);

/** Opens one rig of the page with its files. */
const openRow = (data: readonly Generation[], owner: string, t: Translate) =>
  row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ command: 'rigs', action: 'show', owner, argument: '' }),
    placeholder: t('rig.list.open.placeholder'),
    options: data.map((made) => ({
      value: made.id,
      label: nameOf(made, t),
      description: statusName(made.status, t),
    })),
  });

/** One select for the states and the collections of the member. */
const filterRow = (shelf: Shelf, owner: string, collections: readonly Collection[], t: Translate) =>
  row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ command: 'rigs', action: 'filter', owner, argument: shelf.search ?? '' }),
    options: [
      { value: 'all', label: t('rig.list.filter.all.option') },
      ...generationStatus.options.map((value) => ({ value: value as string, label: statusName(value, t) })),
      ...collections
        .slice(0, mostOffered)
        .map((one) => ({ value: `#${one.id}`, label: collectionName(one, t), emoji: { name: '\u2b50' } })),
    ].map((option) => ({ ...option, default: option.value === (partOf(shelf) || 'all') })),
  });

function rigPart(made: Generation, picture: string | null, t: Translate) {
  const { output, status, created_at } = made;
  const size = output?.rig
    ? [
        t('rig.list.joints', { joints: output.rig.joints }),
        t('rig.list.clips', { clips: output.animations.length }),
      ]
    : [];
  const name = nameOf(made, t);
  const facts = [t(`rig.list.status.${status}`), relativeTime(created_at), ...size];
  const lines = [`**${plain(name)}**`, `-# ${facts.join(' · ')}`];
  return picture === null ? text(...lines) : beside(thumbnail(picture, name), ...lines);
}

/** Asks for the words of a name. */
export const searchForm = (owner: string, status: string, t: Translate): Form =>
  textForm(t('rig.list.search.form.title'), {
    id: encodeCustomId({ command: 'rigs', action: 'found', owner, argument: status }),
    name: 'search',
    label: t('rig.list.search.form.search.label'),
    max_length: longestSearch,
  });

const commandOf: Record<Pipeline['inputs'][number], string> = {
  text: '`/rig text`',
  image: '`/rig image`',
  multi_image: '`/rig images`',
  mesh: '`/rig mesh`',
};

function pipelineFacts({ inputs, skeletons, estimated_seconds }: Pipeline, t: Translate): string {
  const commands = inputs.map((input) => commandOf[input]).join(', ');
  return [
    t('rig.pipelines.inputs', { commands }),
    skeletons.map((kind) => bodyName(kind, t)).join(', '),
    t('rig.pipelines.duration', { seconds: estimated_seconds }),
  ].join(' · ');
}

const pipelineTitle = ({ name, credit_cost: credits }: Pipeline, t: Translate): string =>
  credits > 0 ? t('rig.pipelines.priced', { name: plain(name), credits }) : plain(name);

export const pipelinesCard = (pipelines: Pipeline[], t: Translate): Card =>
  card('neutral', [
    heading(t('rig.pipelines.title')),
    ...pipelines
      .slice(0, mostShown)
      .flatMap((one) => [
        rule,
        text(
          `**${pipelineTitle(one, t)}**`,
          plain(clip(one.description, 150)),
          `-# ${pipelineFacts(one, t)}`,
        ),
      ]),
  ]);
