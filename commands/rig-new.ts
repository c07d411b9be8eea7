import type { Command } from '../src/bot/command.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';
import { type FormSource, inputOfForm, newRigForm, sources } from '../src/bot/rig/cards/new.js';
import { readSeed } from '../src/bot/rig/options.js';
import type { RigOrder, Source } from '../src/bot/rig/order.js';
import { changeIn, modelIn, viewsIn, wantsHelp } from './rig-form.js';
import { improveFirst, isPrivateHere, makeWish } from './rig-start.js';

const sourceNamed = (name: string | undefined): FormSource => sources.find((one) => one === name) ?? 'text';

/** What a submitted form asks for; its id says the source and the pipeline. */
function orderIn(interaction: ComponentOrForm, argument: string): RigOrder {
  const [named, pipeline = ''] = argument.split('/');
  const { prompt = '', seed = '', answers } = changeIn(interaction);
  const chosen = readSeed(seed);
  const read: Record<FormSource, () => Source> = {
    text: () => ({ kind: 'text', prompt }),
    pictures: () => viewsIn(interaction),
    model: () => modelIn(interaction),
  };
  return {
    ...read[sourceNamed(named)](),
    answers,
    ...(pipeline !== '' && { pipeline }),
    ...(chosen !== undefined && { seed: chosen }),
  };
}

/** The form of a new rig, from a button or `/rig form`, and the rig that it makes. Its title names the price. */
export const rigNew = {
  new: {
    acknowledge: 'form',
    form: async ({ member, flows, t }) => {
      const offered = await flows.rig.priceOf(member.id, 'text');
      return newRigForm(member.id, { source: 'text', ...offered }, t);
    },
  },
  made: {
    acknowledge: async (interaction, flows) =>
      wantsHelp(interaction) || (await isPrivateHere(interaction, flows)) ? 'private' : 'public',
    needs: 'card',
    isLive: true,
    run: async (request) => {
      const { interaction, argument, flows } = request;
      const order = orderIn(interaction, argument);
      if (wantsHelp(interaction))
        return improveFirst(request, { kind: 'start', order }, await isPrivateHere(interaction, flows));
      return makeWish(request, { kind: 'start', order }, request.how === 'private');
    },
  },
} satisfies Command['components'];

/** `/rig form`: the same form for any source and pipeline. */
export const rigFormAction = {
  acknowledge: 'form',
  form: async ({ interaction: { options }, member, flows, t }) => {
    const source = sourceNamed(options.getString('from', true));
    const offered = await flows.rig.priceOf(member.id, inputOfForm[source], options.getString('pipeline'));
    return newRigForm(member.id, { source, ...offered }, t);
  },
} satisfies NonNullable<Command['actions']>[string];
