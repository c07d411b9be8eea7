import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import type { Command, Request } from '../src/bot/command.js';
import { type ComponentOrForm, typedIn } from '../src/bot/interaction/acted.js';
import { rigCard } from '../src/bot/rig/cards/rig.js';
import { longestSearch, readShelf, rigsCard, searchForm } from '../src/bot/rig/cards/rigs.js';
import { generationStatus } from '../src/contract/rig.js';

type Shown = Pick<
  Request<{ attachmentSizeLimit: number }>,
  'interaction' | 'member' | 'place' | 'flows' | 't'
>;

async function show({ interaction, member, place, flows, t }: Shown, id: string) {
  const at = { ...place, locale: t.locale, uploadLimit: interaction.attachmentSizeLimit };
  const job = await flows.rig.show(member.id, at, id);
  const [files, balance] = await Promise.all([flows.rig.files(job), flows.rig.balanceOf(job)]);
  return rigCard(job, files, t, balance);
}

async function list({ member, flows, t }: Pick<Shown, 'member' | 'flows' | 't'>, chosen: string) {
  const shelf = readShelf(chosen);
  return rigsCard(await flows.rig.list(member.id, shelf), member.id, shelf, t);
}

const chosenIn = (interaction: ComponentOrForm): string =>
  (interaction.isStringSelectMenu() && interaction.values[0]) || '';

export default {
  data: {
    name: 'rigs',
    contexts: [InteractionContextType.Guild],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'show',
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        choices: generationStatus.options.map((value) => ({ value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'search',
        max_length: longestSearch,
      },
    ],
  },
  suggest: ({ options, user }, flows, t) => flows.rig.suggestOwn(user.id, options.getFocused(), t),
  actions: {
    '': {
      acknowledge: 'private',
      run(request) {
        const { options } = request.interaction;
        const id = options.getString('show');
        const [status, search] = [options.getString('status') ?? '', options.getString('search') ?? ''];
        return id === null ? list(request, `${status}//${search}`) : show(request, id);
      },
    },
  },
  components: {
    page: { acknowledge: 'update', run: (request) => list(request, request.argument) },
    filter: {
      acknowledge: 'update',
      run(request) {
        return list(request, `${chosenIn(request.interaction)}//${request.argument}`);
      },
    },
    search: { acknowledge: 'form', form: ({ member, argument, t }) => searchForm(member.id, argument, t) },
    found: {
      acknowledge: 'update',
      run(request) {
        const { interaction, argument } = request;
        const search = typedIn(interaction, 'search');
        return list(request, `${argument}//${search}`);
      },
    },
    show: { acknowledge: 'private', run: (request) => show(request, chosenIn(request.interaction)) },
  },
} satisfies Command;
