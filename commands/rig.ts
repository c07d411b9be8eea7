import type { ChatInputCommandInteraction } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { Command, Request } from '../src/bot/command.js';
import type { Flows } from '../src/bot/features.js';
import { type FormSource, inputOfForm } from '../src/bot/rig/cards/new.js';
import { askingCard } from '../src/bot/rig/cards/offer.js';
import { inputOf, type Source, views } from '../src/bot/rig/order.js';
import { reason } from '../src/copy/reason.js';
import { rigButtons } from './rig-buttons.js';
import { rigDownload } from './rig-download.js';
import { rigKeep } from './rig-keep.js';
import { rigFormAction, rigNew } from './rig-new.js';
import { rigOffers } from './rig-offers.js';
import { parameterOptions, rigData } from './rig-options.js';
import { rigPublish } from './rig-publish.js';
import { answerWish, isPrivateHere, privately } from './rig-start.js';

type Slash = Request<ChatInputCommandInteraction<'cached'>>;

/** The options other than the source: pipeline, parameters, seed and ping. */
function chosen({ options }: Slash['interaction']) {
  const [pipeline, seed] = [options.getString('pipeline'), options.getInteger('seed')];
  const answers = parameterOptions.flatMap((name) => {
    const answer = options.getString(name);
    return answer === null ? [] : [[name, answer] as const];
  });
  return {
    ...(pipeline !== null && { pipeline }),
    ...(seed !== null && { seed }),
    ping: options.getBoolean('ping') ?? false,
    answers: Object.fromEntries(answers),
  };
}

/** What the member says about their pictures. */
function captionIn({ options }: Slash['interaction']) {
  const caption = options.getString('description');
  return caption === null ? {} : { caption };
}

const isPrivate = async (interaction: Slash['interaction'], flows: Flows): Promise<boolean> =>
  interaction.options.getBoolean('private') ?? isPrivateHere(interaction, flows);

async function start(request: Slash, source: Source) {
  const { interaction, flows } = request;
  const order = { ...source, ...chosen(interaction) };
  return answerWish(request, { kind: 'start', order }, await isPrivate(interaction, flows));
}

/** What the orders from options have in common. */
const ordered = { acknowledge: privately(isPrivate), needs: 'card', isLive: true } as const;

export default {
  data: rigData,
  async suggest({ options }, flows, t) {
    const { name, value } = options.getFocused(true);
    const subcommand = options.getSubcommand();
    const input =
      subcommand === 'form'
        ? inputOfForm[(options.getString('from') ?? 'text') as FormSource]
        : inputOf[subcommand as keyof typeof inputOf];
    return flows.rig.suggest(input, { name, typed: value }, options.getString('pipeline'), t);
  },
  actions: {
    text: {
      ...ordered,
      isRepeatable: true,
      run: (request) =>
        start(request, { kind: 'text', prompt: request.interaction.options.getString('prompt', true) }),
    },
    image: {
      ...ordered,
      run: (request) => {
        const image = attached(request.interaction.options.getAttachment('image', true));
        return start(request, { kind: 'image', image, ...captionIn(request.interaction) });
      },
    },
    images: {
      ...ordered,
      run(request) {
        const images = views.flatMap((view) => {
          const given = request.interaction.options.getAttachment(view);
          return given ? [{ attached: attached(given), view }] : [];
        });
        if (images.length < 2) throw new AppError('invalid_request', reason('rig.error.one_view'));
        return start(request, { kind: 'images', images, ...captionIn(request.interaction) });
      },
    },
    mesh: {
      ...ordered,
      run: (request) => {
        const model = attached(request.interaction.options.getAttachment('model', true));
        return start(request, { kind: 'mesh', model });
      },
    },
    form: rigFormAction,
    confirm: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        const asks = interaction.options.getBoolean('ask', true);
        await flows.rig.chooseAsking(member.id, asks);
        return askingCard(asks, t);
      },
    },
  },
  components: { ...rigButtons, ...rigNew, ...rigOffers, ...rigKeep, ...rigPublish, ...rigDownload },
} satisfies Command;
