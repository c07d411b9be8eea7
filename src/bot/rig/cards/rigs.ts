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
import { characterName, fileStem } from '../naming.js';
import type { Shelf } from '../shelf.js';
import { statusName } from './rig.js';

/** A page of a member's rigs with the bytes of their pictures, by rig. */
export type RigsPage = Page<Generation> & { pictures: ReadonlyMap<string, Uint8Array> };

/** Characters that fit in a custom id, with the rest of it. */
const longestCursor = 50;
export const longestSearch = 30;

/** Parses a custom id argument: `status/cursor/search`, of which each may be empty. */
export function readShelf(argument: string): Shelf {
  const [named, cursor, ...rest] = argument.split('/');
  const status = generationStatus.safeParse(named).data;
  const search = rest.join('/').slice(0, longestSearch).trim();
  return { ...(status && { status }), ...(cursor && { cursor }), ...(search && { search }) };
}

/** The argument that `readShelf` reads. */
const shelfId = ({ status, search }: Omit<Shelf, 'cursor'>, cursor = ''): string =>
  [status ?? '', cursor, search ?? ''].join('/').replace(/\/+$/, '');

/** A gallery of a member's rigs, newest first, five at a time. */
export function rigsCard(
  { data, next_cursor, pictures }: RigsPage,
  owner: string,
  shelf: Shelf,
  t: Translate,
): Card {
  const { status, cursor, search } = shelf;
  if (data.length === 0 && !status && !cursor && !search)
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
      filterRow(shelf, owner, t),
      actions(
        button(t('rig.list.search.button'), 'rigs:search', owner, status ?? ''),
        search !== undefined && button(t('rig.list.all.button'), 'rigs:page', owner, `${status ?? ''}/`),
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

const filterRow = ({ status, search }: Shelf, owner: string, t: Translate) =>
  row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ command: 'rigs', action: 'filter', owner, argument: search ?? '' }),
    options: (['all', ...generationStatus.options] as const).map((value) => ({
      value,
      label: value === 'all' ? t('rig.list.filter.all.option') : statusName(value, t),
      default: value === (status ?? 'all'),
    })),
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
