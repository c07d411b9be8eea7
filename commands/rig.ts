import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type Attachment,
  InteractionContextType,
} from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Attached } from '../src/bot/attachment.js';
import { rigCard } from '../src/bot/cards/rig.js';
import type { Command, Request } from '../src/bot/command.js';
import type { RigOrder } from '../src/bot/rig/flow.js';

const views = ['front', 'left', 'back', 'right'] as const;

const file = (name: string, description: string, required: boolean): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.Attachment,
  name,
  description,
  required,
});

const attached = ({ url, name, size, contentType }: Attachment): Attached => ({
  url,
  name,
  size,
  contentType,
});

async function start(
  request: Pick<
    Request<{ id: string; attachmentSizeLimit: number }>,
    'interaction' | 'member' | 'place' | 'flows'
  >,
  order: RigOrder,
) {
  const { interaction, member, place, flows } = request;
  const at = { ...place, uploadLimit: interaction.attachmentSizeLimit };
  return rigCard(await flows.rig.start(member, at, order, interaction.id));
}

export default {
  data: {
    name: 'rig',
    description: 'Make a rigged, animated 3D character',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'text',
        description: 'From a sentence',
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'prompt',
            description: 'Who is it? For example: a red fox with a blue scarf',
            required: true,
            max_length: 2000,
          },
          {
            type: ApplicationCommandOptionType.Integer,
            name: 'seed',
            description: 'The same seed and words give the same rig',
            min_value: 0,
            max_value: 4294967295,
          },
        ],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'image',
        description: 'From one picture of the whole figure on a plain background',
        options: [file('image', 'PNG, JPEG or WebP up to 10 MB', true)],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'images',
        description: 'From several views of the same figure',
        options: [
          file('front', 'From the front', true),
          file('left', 'From its left side', false),
          file('back', 'From behind', false),
          file('right', 'From its right side', false),
        ],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'mesh',
        description: 'A skeleton for a 3D model you have',
        options: [file('model', 'GLB or OBJ up to 25 MB', true)],
      },
    ],
  },
  actions: {
    text: {
      acknowledge: 'public',
      run(request) {
        const prompt = request.interaction.options.getString('prompt', true);
        const seed = request.interaction.options.getInteger('seed');
        return start(request, { kind: 'text', prompt, ...(seed !== null && { seed }) });
      },
    },
    image: {
      acknowledge: 'public',
      run: (request) => {
        const image = attached(request.interaction.options.getAttachment('image', true));
        return start(request, { kind: 'image', image });
      },
    },
    images: {
      acknowledge: 'public',
      run(request) {
        const images = views.flatMap((view) => {
          const given = request.interaction.options.getAttachment(view);
          return given ? [{ attached: attached(given), view }] : [];
        });
        if (images.length < 2)
          throw new AppError('invalid_request', 'Attach at least two views, or use `/rig image` for one.');
        return start(request, { kind: 'images', images });
      },
    },
    mesh: {
      acknowledge: 'public',
      run: (request) => {
        const model = attached(request.interaction.options.getAttachment('model', true));
        return start(request, { kind: 'mesh', model });
      },
    },
  },
  components: {
    cancel: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) => rigCard(await flows.rig.cancel(member.id, argument)),
    },
    again: {
      acknowledge: 'public',
      async run({ interaction, member, place, argument, flows }) {
        const at = { ...place, uploadLimit: interaction.attachmentSizeLimit };
        return rigCard(await flows.rig.again(member, at, argument, interaction.id));
      },
    },
  },
} satisfies Command;
