import type { Generation, Pipeline } from '../../contract/rig.js';
import type { Page } from '../../contract/shapes.js';
import { clip, creditsText, plain, relativeTime } from '../text.js';
import {
  actions,
  beside,
  button,
  type Card,
  card,
  heading,
  linkButton,
  mostShown,
  rule,
  text,
} from './card.js';
import { sources } from './rig.js';

const marks: Record<Generation['status'], string> = {
  queued: '◌ waiting',
  running: '◌ under way',
  succeeded: '● ready',
  failed: '○ failed',
  canceled: '○ cancelled',
};

const longestCursor = 60; // what a custom id has room for

/** A member's rigs, newest first, five to a page. */
export function rigsCard({ data, next_cursor }: Page<Generation>, owner: string): Card {
  if (data.length === 0)
    return card('neutral', [
      heading('Your rigs', 'None yet. Make your first one: `/rig text a red fox with a blue scarf`'),
    ]);
  const older = next_cursor !== null && next_cursor.length <= longestCursor;
  return card('neutral', [
    heading('Your rigs'),
    ...data.flatMap((generation) => [rule, rigPart(generation)]),
    actions(older && button('Older', 'rigs:page', owner, next_cursor)),
  ]);
}

function rigPart({ input, output, type, status, created_at }: Generation) {
  const title = input.prompt ? clip(plain(input.prompt), 90) : `Rig ${sources[type]}`;
  const size = output ? ` · ${output.rig.joints} joints · ${output.animations.length} clips` : '';
  const lines = [`**${title}**`, `-# ${marks[status]} · ${relativeTime(created_at)}${size}`];
  const glb = output?.files.find(({ format }) => format === 'glb');
  const link = linkButton('GLB', glb?.url);
  return link ? beside(link, ...lines) : text(...lines);
}

const inputs: Record<Pipeline['inputs'][number], string> = {
  text: '`/rig text`',
  image: '`/rig image`',
  multi_image: '`/rig images`',
  mesh: 'a mesh file',
};

export const pipelinesCard = (pipelines: Pipeline[]): Card =>
  card('neutral', [
    heading('Ways to make a rig'),
    ...pipelines
      .slice(0, mostShown)
      .flatMap((one) => [
        rule,
        text(
          `**${plain(one.name)}: ${creditsText(one.credit_cost)}**`,
          plain(clip(one.description, 150)),
          `-# With ${one.inputs.map((input) => inputs[input]).join(', ')} · ${one.skeletons.join(' or ')} · about ${one.estimated_seconds} s`,
        ),
      ]),
  ]);
