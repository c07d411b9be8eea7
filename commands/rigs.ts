import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import { rigCard } from '../src/bot/cards/rig.js';
import { readShelf, rigsCard, shelfNames } from '../src/bot/cards/rigs.js';
import type { Command, Request } from '../src/bot/command.js';
import { generationStatus } from '../src/contract/rig.js';

type Shown = Pick<Request<{ attachmentSizeLimit: number }>, 'interaction' | 'member' | 'place' | 'flows'>;

async function show({ interaction, member, place, flows }: Shown, id: string) {
  const at = { ...place, uploadLimit: interaction.attachmentSizeLimit };
  const job = await flows.rig.show(member.id, at, id);
  return rigCard(job, await flows.rig.files(job));
}

async function list({ member, flows }: Pick<Shown, 'member' | 'flows'>, chosen: string) {
  const shelf = readShelf(chosen);
  return rigsCard(await flows.rig.list(member.id, shelf), member.id, shelf);
}

export default {
  data: {
    name: 'rigs',
    description: 'See your rigs',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'show',
        description: 'Show one rig with its files',
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        description: 'Filter by status',
        choices: generationStatus.options.map((value) => ({ name: shelfNames[value], value })),
      },
    ],
  },
  suggest: ({ options, user }, flows) => flows.rig.suggestOwn(user.id, options.getFocused()),
  actions: {
    '': {
      acknowledge: 'private',
      run(request) {
        const { options } = request.interaction;
        const id = options.getString('show');
        return id === null ? list(request, options.getString('status') ?? '') : show(request, id);
      },
    },
  },
  components: {
    page: { acknowledge: 'update', run: (request) => list(request, request.argument) },
    filter: {
      acknowledge: 'update',
      run(request) {
        const { interaction } = request;
        return list(request, (interaction.isStringSelectMenu() && interaction.values[0]) || '');
      },
    },
    show: { acknowledge: 'private', run: (request) => show(request, request.argument) },
  },
} satisfies Command;
