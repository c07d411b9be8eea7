import { ComponentType } from 'discord.js';
import { type Generation, generationStatus, type Pipeline } from '../../contract/rig.js';
import type { Page } from '../../contract/shapes.js';
import { encodeCustomId } from '../custom-id.js';
import type { Shelf } from '../rig/shelf.js';
import { clip, creditsText, plain, relativeTime } from '../text.js';
import { actions, beside, button, type Card, card, heading, mostShown, row, rule, text } from './card.js';
import { sources } from './rig.js';

const marks: Record<Generation['status'], string> = {
  queued: '◌ queued',
  running: '◌ in progress',
  succeeded: '● ready',
  failed: '○ failed',
  canceled: '○ cancelled',
};

/** Names of the filters. */
export const shelfNames: Record<Generation['status'], string> = {
  queued: 'Queued',
  running: 'In progress',
  succeeded: 'Ready',
  failed: 'Failed',
  canceled: 'Cancelled',
};

const longestCursor = 50; // characters that fit in a custom id

/** Parses a custom id argument: `status`, `status/cursor` or empty. */
export function readShelf(argument: string): Shelf {
  const [named, cursor] = argument.split('/');
  const status = generationStatus.safeParse(named).data;
  return { ...(status && { status }), ...(cursor && { cursor }) };
}

/** One page of a member's rigs, newest first, five at a time. */
export function rigsCard(
  { data, next_cursor }: Page<Generation>,
  owner: string,
  { status, cursor }: Shelf = {},
): Card {
  if (data.length === 0 && !status && !cursor)
    return card('neutral', [
      heading('Your rigs', 'No rigs yet. Make your first one: `/rig text a red fox with a blue scarf`'),
    ]);
  const older = next_cursor !== null && next_cursor.length <= longestCursor;
  return card('neutral', [
    heading('Your rigs', data.length === 0 && 'No rigs with this status.'),
    ...data.flatMap((generation) => [rule, rigPart(generation, owner)]),
    filterRow(status, owner),
    actions(
      cursor !== undefined && button('Newest', 'rigs:page', owner, status ?? ''),
      older && button('Older', 'rigs:page', owner, `${status ?? ''}/${next_cursor}`),
    ),
  ]);
}

const filterRow = (chosen: Shelf['status'], owner: string) =>
  row({
    type: ComponentType.StringSelect,
    custom_id: encodeCustomId({ command: 'rigs', action: 'filter', owner, argument: '' }),
    options: Object.entries({ all: 'All rigs', ...shelfNames }).map(([value, label]) => ({
      value,
      label,
      default: value === (chosen ?? 'all'),
    })),
  });

function rigPart({ id, input, output, type, status, created_at }: Generation, owner: string) {
  const title = input.prompt ? clip(plain(input.prompt), 90) : `Rig ${sources[type]}`;
  const size = output?.rig ? ` · ${output.rig.joints} joints · ${output.animations.length} clips` : '';
  const lines = [`**${title}**`, `-# ${marks[status]} · ${relativeTime(created_at)}${size}`];
  return beside(button('Show', 'rigs:show', owner, id), ...lines);
}

const inputs: Record<Pipeline['inputs'][number], string> = {
  text: '`/rig text`',
  image: '`/rig image`',
  multi_image: '`/rig images`',
  mesh: '`/rig mesh`',
};

export const pipelinesCard = (pipelines: Pipeline[]): Card =>
  card('neutral', [
    heading('Ways to make a rig'),
    ...pipelines
      .slice(0, mostShown)
      .flatMap((one) => [
        rule,
        text(
          `**${[plain(one.name), one.credit_cost > 0 && creditsText(one.credit_cost)].filter(Boolean).join(': ')}**`,
          plain(clip(one.description, 150)),
          `-# With ${one.inputs.map((input) => inputs[input]).join(', ')} · ${one.skeletons.join(', ')} · about ${one.estimated_seconds} s`,
        ),
      ]),
  ]);
