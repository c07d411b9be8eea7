import { ApplicationCommandType, InteractionContextType } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { Command } from '../src/bot/command.js';
import type { Source } from '../src/bot/rig/order.js';
import { longestCaption } from '../src/contract/rig-input.js';
import { reason } from '../src/copy/reason.js';
import { answerWish, isPrivateHere, privately } from './rig-start.js';

type Named = { name: string; contentType: string | null };

const isPicture = ({ contentType }: Named) => contentType?.startsWith('image/') === true;
const isModel = ({ name }: Named) => /\.(?:glb|obj|stl|ply)$/i.test(name);

/** The only picture of a message with its text, or its only model. @throws AppError `invalid_request` */
function sourceOf<F extends Parameters<typeof attached>[0]>(files: readonly F[], text: string): Source {
  const pictures = files.filter(isPicture);
  const models = files.filter(isModel);
  const [picture, model] = [pictures[0], models[0]];
  if (pictures.length > 1 || (!picture && models.length > 1))
    throw new AppError('invalid_request', reason('rig.error.several_files'));
  if (picture) return { kind: 'image', image: attached(picture), caption: text.slice(0, longestCaption) };
  if (model) return { kind: 'mesh', model: attached(model) };
  throw new AppError('invalid_request', reason('rig.error.no_file'));
}

/** A message menu command: makes a rig from the message's picture or 3D model. */
export default {
  data: {
    type: ApplicationCommandType.Message,
    name: 'Rig this image',
    contexts: [InteractionContextType.Guild],
  },
  onMessage: {
    acknowledge: privately(isPrivateHere),
    needs: 'card',
    isLive: true,
    run: async (request) => {
      const { attachments, content } = request.interaction.targetMessage;
      const order = sourceOf([...attachments.values()], content);
      const isPrivate = await isPrivateHere(request.interaction, request.flows);
      return answerWish(request, { kind: 'start', order }, isPrivate);
    },
  },
} satisfies Command;
