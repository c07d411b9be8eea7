import { PersonError } from '../failure.js';
import { say } from '../sayings.js';
import { canView, isLockedFor } from '../state/access.js';
import { type Channel, type Command, InteractionType } from '../state/model.js';
import type { JsonObject, Person } from '../types.js';
import type { PeopleDeps } from './deps.js';
import type { Finder } from './finder.js';
import { localized } from './locale.js';
import { createResolver, nest, toOptionValues, toPartialOptions } from './options.js';
import { toOutcome } from './outcome.js';
import { findLeaf, leavesFor, type PickerEntry } from './picker.js';

/** A person's commands: listing, autocomplete and running. */
export function createCommanding(
  deps: PeopleDeps,
  userId: string,
  { seenChannel, seenMessage }: Finder,
): Pick<Person, 'commands' | 'run' | 'autocomplete'> {
  const { state, wire, interactions } = deps;
  const firstChannel = (): Channel =>
    [...state.channels.values()].find((channel) => canView(state, channel, userId)) ?? seenChannel('');

  /** The `data` of a command: options of a slash command, or target of a context menu. */
  const commandData = (
    leaf: PickerEntry,
    channel: Channel,
    input: Parameters<Person['run']>[0],
  ): JsonObject => {
    const { command, view } = leaf;
    const resolver = createResolver(deps, channel);
    const frame = commandFrame(command);
    if (view.kind === 'slash') {
      const options = nest(leaf, toOptionValues(leaf, input, resolver, userId));
      return { ...frame, ...(options.length ? { options } : {}), ...resolver.fields() };
    }
    const targetId = input.targetId ?? '';
    if (view.kind === 'message')
      resolver.message(targetId, wire.toInteractionMessage(seenMessage(channel.id, targetId)));
    else if (!resolver.user(targetId))
      throw new PersonError(`"${view.name}" needs a member; ${targetId} is unknown.`);
    return { ...frame, target_id: targetId, ...resolver.fields() };
  };

  return {
    commands: (channelId) =>
      leavesFor(state, userId, channelId ? seenChannel(channelId) : firstChannel()).map(({ view }) => view),

    async run(input) {
      const channel = seenChannel(input.channelId);
      if (channel.thread?.archived) throw new PersonError(say('command_archived', { channel: channel.name }));
      if (isLockedFor(state, channel, userId))
        throw new PersonError(say('command_locked', { channel: channel.name }));
      const leaf = findLeaf(leavesFor(state, userId, channel), input.command, input.applicationId);
      const { application, command, view } = leaf;
      const data = commandData(leaf, channel, input);
      const type = InteractionType.Command;
      return toOutcome(
        await interactions.send({
          type,
          application,
          userId,
          channel,
          data,
          command: view.name,
          commandType: command.type,
          ...(view.kind === 'slash' ? {} : { targetId: input.targetId! }),
        }),
      );
    },

    async autocomplete(input) {
      const channel = seenChannel(input.channelId);
      const leaf = findLeaf(leavesFor(state, userId, channel), input.command);
      const option = leaf.view.options.find((candidate) => candidate.name === input.option);
      if (!option?.autocomplete) throw new PersonError(`The option "${input.option}" has no autocomplete.`);
      const resolver = createResolver(deps, channel);
      const options = nest(leaf, toPartialOptions(leaf, input, resolver, userId));
      const data = { ...commandFrame(leaf.command), options, ...resolver.fields() };
      const type = InteractionType.Autocomplete;
      const focusedType = Number(leaf.options[leaf.view.options.indexOf(option)]!.type);
      const { application } = leaf;
      const answer = await interactions.send({ type, application, userId, channel, data, focusedType });
      if (answer.state === 'failed') throw new PersonError(say('options_failed'));
      const { locale } = state.users.get(userId)!;
      return (answer.choices ?? []).map((choice) => ({
        name: localized(choice, 'name', locale),
        value: choice.value,
      }));
    },
  };
}

const commandFrame = ({ id, name, type, guildId }: Command): JsonObject => ({
  id,
  name,
  type,
  ...(guildId ? { guild_id: guildId } : {}),
});
