import type { ChatInputCommandInteraction } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { Command, Request } from '../src/bot/command.js';
import { rigCard } from '../src/bot/rig/cards/rig.js';
import { inputOf, type Source, views } from '../src/bot/rig/order.js';
import { reason } from '../src/copy/reason.js';
import { rigButtons } from './rig-buttons.js';
import { rigNew } from './rig-new.js';
import { parameterOptions, rigData } from './rig-options.js';

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

async function start({ interaction, member, place, flows, channelT }: Slash, source: Source) {
  const at = { ...place, uploadLimit: interaction.attachmentSizeLimit };
  const order = { ...source, ...chosen(interaction) };
  return rigCard(await flows.rig.start(member, at, order, interaction.id), null, channelT);
}

export default {
  data: rigData,
  async suggest({ options }, flows, t) {
    const { name, value } = options.getFocused(true);
    const input = inputOf[options.getSubcommand() as keyof typeof inputOf];
    return flows.rig.suggest(input, { name, typed: value }, options.getString('pipeline'), t);
  },
  actions: {
    text: {
      acknowledge: 'public',
      needs: 'card',
      isRepeatable: true,
      run: (request) =>
        start(request, { kind: 'text', prompt: request.interaction.options.getString('prompt', true) }),
    },
    image: {
      acknowledge: 'public',
      needs: 'card',
      run: (request) => {
        const image = attached(request.interaction.options.getAttachment('image', true));
        return start(request, { kind: 'image', image });
      },
    },
    images: {
      acknowledge: 'public',
      needs: 'card',
      run(request) {
        const images = views.flatMap((view) => {
          const given = request.interaction.options.getAttachment(view);
          return given ? [{ attached: attached(given), view }] : [];
        });
        if (images.length < 2) throw new AppError('invalid_request', reason('rig.error.one_view'));
        return start(request, { kind: 'images', images });
      },
    },
    mesh: {
      acknowledge: 'public',
      needs: 'card',
      run: (request) => {
        const model = attached(request.interaction.options.getAttachment('model', true));
        return start(request, { kind: 'mesh', model });
      },
    },
  },
  components: { ...rigButtons, ...rigNew },
} satisfies Command;
