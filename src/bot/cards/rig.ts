import type { Generation, Pipeline } from '../../contract/rig.js';
import type { Page } from '../../contract/shapes.js';
import type { RigJob } from '../rig/store.js';
import { clip, creditsText, plain, progressBar, relativeTime } from '../text.js';
import { button, type Card, colours, linkButton, row } from './card.js';

/** A finished rig's bytes, each null where it is only linked. */
export type RigFiles = { preview: Uint8Array | null; model: Uint8Array | null };

const kinds: Record<Generation['type'], string> = {
  text: 'from text',
  image: 'from a picture',
  multi_image: 'from several pictures',
  mesh: 'from a mesh',
};

const stages: Record<NonNullable<Generation['stage']>, string> = {
  interpret: 'Reading what you asked for',
  model: 'Shaping the body',
  rig: 'Placing the joints',
  skin: 'Binding skin to joints',
  animate: 'Teaching it to move',
  render: 'Taking a picture',
  validate: 'Checking the file',
};

const asked = ({ input, type }: Generation): string =>
  input.prompt ? `> ${clip(plain(input.prompt), 900)}` : `> *${kinds[type]}*`;

/** The live card of a rig, drawn from its state; `files` only once it is finished. */
export function rigCard(job: RigJob, files: RigFiles = { preview: null, model: null }): Card {
  const { generation } = job;
  const embed = { description: '', color: colours.wait as number, footer: { text: generation.id } };
  const card = (title: string, color: number, lines: string[], rest: Partial<Card> = {}): Card => ({
    content: `<@${job.memberId}>`,
    embeds: [{ ...embed, title, color, description: [asked(generation), '', ...lines].join('\n') }],
    ...rest,
  });
  const cancel = [row(button('Cancel', 'rig:cancel', job.memberId, job.id))];

  switch (generation.status) {
    case 'queued': {
      const place = generation.queue_position;
      const ahead = place && place > 1 ? `${place - 1} ahead of you.` : 'You are next.';
      return card('Waiting', colours.wait, [ahead, held(generation)], { components: cancel });
    }
    case 'running': {
      const stage = generation.stage ? stages[generation.stage] : 'Starting';
      return card('Making your character', colours.wait, [stage, progressBar(generation.progress)], {
        components: cancel,
      });
    }
    case 'failed':
      return card('No rig this time', colours.bad, [
        generation.error?.detail ?? 'Something went wrong on our side.',
        `${creditsText(generation.credits.refunded)} given back.`,
      ]);
    case 'canceled':
      return card('Cancelled', colours.calm, [`${creditsText(generation.credits.refunded)} given back.`]);
    case 'succeeded':
      return finishedCard(job, files);
  }
}

const held = ({ credits }: Generation): string =>
  `${creditsText(credits.held)} held; given back if it fails.`;

function finishedCard(job: RigJob, { preview, model }: RigFiles): Card {
  const { generation } = job;
  const { output } = generation;
  if (!output) return { content: 'This rig has no files.' };
  const glb = output.files.find(({ format }) => format === 'glb');
  const unknown =
    output.unknown_words.length > 0
      ? `\n-# Not understood: ${clip(plain(output.unknown_words.join(', ')), 200)}`
      : '';
  const clean = output.validation.errors + output.validation.warnings === 0;
  const buttons = [
    ...(generation.input.prompt
      ? [button('Make another', 'rig:again', job.memberId, job.id, 'primary')]
      : []),
    ...(glb && !model && glb.url.length <= 512 ? [linkButton('Download GLB', glb.url)] : []),
  ];
  return {
    content: `<@${job.memberId}>`,
    embeds: [
      {
        title: 'Your character is ready',
        description: `${asked(generation)}${unknown}`,
        color: colours.good,
        fields: [
          { name: 'Skeleton', value: `${output.rig.skeleton}, ${output.rig.joints} joints`, inline: true },
          { name: 'Mesh', value: `${output.mesh.triangles.toLocaleString('en')} triangles`, inline: true },
          { name: 'Clips', value: output.animations.join(', '), inline: true },
          {
            name: 'File check',
            value: clean
              ? 'glTF valid, 0 warnings'
              : `${output.validation.errors} errors, ${output.validation.warnings} warnings`,
            inline: true,
          },
          { name: 'Cost', value: creditsText(generation.credits.consumed), inline: true },
          { name: 'Seed', value: String(output.seed), inline: true },
        ],
        ...(preview && { image: { url: 'attachment://preview.png' } }),
        footer: { text: generation.id },
      },
    ],
    components: buttons.length > 0 ? [row(...buttons)] : [],
    files: [
      ...(preview ? [{ name: 'preview.png', attachment: Buffer.from(preview) }] : []),
      ...(model ? [{ name: 'rig.glb', attachment: Buffer.from(model) }] : []),
    ],
  };
}

const marks: Record<Generation['status'], string> = {
  queued: 'waiting',
  running: 'under way',
  succeeded: 'ready',
  failed: 'failed',
  canceled: 'cancelled',
};

/** A member's rigs, five to a page. */
export function rigsCard({ data, next_cursor }: Page<Generation>, owner: string): Card {
  const lines = data.map((generation) => {
    const glb = generation.output?.files.find(({ format }) => format === 'glb');
    const title = generation.input.prompt ? clip(plain(generation.input.prompt), 90) : kinds[generation.type];
    const file = glb ? ` · [GLB](${glb.url})` : '';
    return `**${title}**\n${marks[generation.status]} · ${relativeTime(generation.created_at)}${file}`;
  });
  return {
    embeds: [
      {
        title: 'Your rigs',
        description:
          lines.join('\n\n') || 'None yet. Make your first one: `/rig text a red fox with a blue scarf`',
        color: colours.brand,
      },
    ],
    components:
      next_cursor && next_cursor.length <= 60 ? [row(button('Older', 'rigs:page', owner, next_cursor))] : [],
  };
}

const inputs: Record<Pipeline['inputs'][number], string> = {
  text: '`/rig text`',
  image: '`/rig image`',
  multi_image: '`/rig images`',
  mesh: 'a mesh file',
};

export function pipelinesCard(pipelines: Pipeline[]): Card {
  return {
    embeds: [
      {
        title: 'Ways to make a rig',
        color: colours.brand,
        fields: pipelines.map((one) => ({
          name: `${one.name}: ${creditsText(one.credit_cost)}`,
          value: [
            one.description,
            `With ${one.inputs.map((input) => inputs[input]).join(', ')} · ${one.skeletons.join(', ')} · about ${one.estimated_seconds} s`,
          ].join('\n'),
        })),
      },
    ],
  };
}
