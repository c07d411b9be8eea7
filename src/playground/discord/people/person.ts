import type { Answer, Interactions } from '../domain/interactions.js';
import type { Messages } from '../domain/messages.js';
import type { Threads } from '../domain/threads.js';
import { PersonError } from '../failure.js';
import type { Hub } from '../hub.js';
import { canView } from '../state/access.js';
import {
  type Application,
  type Channel,
  type Command,
  InteractionType,
  type Message,
} from '../state/model.js';
import { applicationOfBot, type State } from '../state/state.js';
import type { JsonObject, Outcome, Person } from '../types.js';
import { type MessageWire, sees } from '../wire/message.js';
import type { CdnLinks } from '../wire/parts.js';
import { findButton, findSelect } from './controls.js';
import { resolveChosen, toSubmittedComponents } from './form.js';
import { isLocale, localized } from './locale.js';
import { createResolver, nest, toOptionValues, toPartialOptions } from './options.js';
import { findLeaf, type Leaf, leavesFor } from './picker.js';
import { createPosting } from './posting.js';
import { createSight } from './sight.js';
import { createSlowmode } from './slowmode.js';
import { createThreading } from './threading.js';
import type { Views } from './views.js';
import { type Typing, watch } from './watch.js';

export type PeopleDeps = {
  state: State;
  hub: Hub;
  wire: MessageWire;
  links: CdnLinks;
  messages: Messages;
  threads: Threads;
  interactions: Interactions;
  views: Views;
  typing: Typing;
};

/** One member at the keyboard: checks what Discord's client would, then goes through the gateway to the bot. */
export function createPerson(deps: PeopleDeps, userId: string): Person {
  const { state, hub, wire, interactions, views } = deps;
  const name = state.users.get(userId)!.username;
  const slowmode = createSlowmode(state, userId);

  const seenChannel = (channelId: string): Channel => {
    const channel = state.channels.get(channelId);
    if (!channel || !canView(state, channel, userId))
      throw new PersonError(`${name} sees no channel ${channelId}.`);
    return channel;
  };
  const seenMessage = (channelId: string, messageId: string): Message => {
    const message = state.messages.get(seenChannel(channelId).id)?.get(messageId);
    if (!message || !sees(state, message, userId))
      throw new PersonError(`${name} sees no message ${messageId}.`);
    return message;
  };
  const ownerOf = (message: Message): Application => {
    const application = applicationOfBot(state, message.authorId);
    if (!application) throw new PersonError('Only messages of bots have something to click.');
    return application;
  };
  const toOutcome = ({ choices: _choices, ...outcome }: Answer): Outcome => outcome;
  const firstChannel = (): Channel =>
    [...state.channels.values()].find((channel) => canView(state, channel, userId))!;

  const useComponent = async (message: Message, channel: Channel, data: JsonObject): Promise<Outcome> => {
    const type = InteractionType.Component;
    const application = ownerOf(message);
    return toOutcome(await interactions.send({ type, application, userId, channel, data, message }));
  };

  /** `data` of a command: a slash command's options or a context menu's target. */
  const commandData = (leaf: Leaf, channel: Channel, input: Parameters<Person['run']>[0]): JsonObject => {
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
      throw new PersonError(`"${view.name}" is used on a member; there is none ${targetId}.`);
    return { ...frame, target_id: targetId, ...resolver.fields() };
  };

  return {
    get member() {
      return views.member(userId);
    },
    channels: () => views.channelsOf(userId),
    commands: (channelId) =>
      leavesFor(state, userId, channelId ? seenChannel(channelId) : firstChannel()).map(({ view }) => view),

    async run(input) {
      const channel = seenChannel(input.channelId);
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
      if (!option?.autocomplete) throw new PersonError(`The option "${input.option}" offers no completion.`);
      const resolver = createResolver(deps, channel);
      const options = nest(leaf, toPartialOptions(leaf, input, resolver, userId));
      const data = { ...commandFrame(leaf.command), options, ...resolver.fields() };
      const type = InteractionType.Autocomplete;
      const focusedType = Number(leaf.options[leaf.view.options.indexOf(option)]!.type);
      const { application } = leaf;
      const answer = await interactions.send({ type, application, userId, channel, data, focusedType });
      if (answer.state === 'failed') throw new PersonError('Loading options failed.');
      const { locale } = state.users.get(userId)!;
      return (answer.choices ?? []).map((choice) => ({
        name: localized(choice, 'name', locale),
        value: choice.value,
      }));
    },

    async click(input) {
      const message = seenMessage(input.channelId, input.messageId);
      const button = findButton(message, input);
      const data = { component_type: button.type!, custom_id: button.custom_id!, id: button.id! };
      return useComponent(message, seenChannel(input.channelId), data);
    },

    async select({ channelId, messageId, customId, values }) {
      const message = seenMessage(channelId, messageId);
      const channel = seenChannel(channelId);
      const select = findSelect(message, customId, values);
      const resolver = createResolver(deps, channel);
      for (const value of values) resolveChosen(select, value, resolver, userId);
      return useComponent(message, channel, {
        component_type: select.type!,
        custom_id: customId,
        id: select.id!,
        values,
        ...resolver.fields(),
      });
    },

    async submit(input) {
      const modal = state.modals.get(input.modalId);
      if (!modal || modal.userId !== userId)
        throw new PersonError(`${name} has no open form ${input.modalId}.`);
      const { channelId, applicationId, customId } = modal.view;
      const channel = seenChannel(channelId);
      const resolver = createResolver(deps, channel);
      const components = toSubmittedComponents(modal, input, resolver, userId);
      const message = modal.messageId ? state.messages.get(channelId)?.get(modal.messageId) : undefined;
      const answer = await interactions.send({
        type: InteractionType.Modal,
        application: state.applications.get(applicationId)!,
        userId,
        channel,
        data: { custom_id: customId, components, ...resolver.fields() },
        triggeredBy: modal.openedBy,
        ...(message ? { message } : {}),
      });
      if (answer.state !== 'failed') closeModal(input.modalId);
      return toOutcome(answer);
    },

    dismiss: (modalId) => {
      if (state.modals.get(modalId)?.userId === userId) closeModal(modalId);
    },
    modals: () =>
      [...state.modals.values()].filter((modal) => modal.userId === userId).map(({ view }) => view),
    ...createPosting(deps, userId, { seenChannel, seenMessage }, slowmode),
    ...createThreading(deps, userId, { seenChannel, seenMessage }, slowmode),
    useLocale(locale) {
      if (!isLocale(locale)) throw new PersonError(`Discord has no language "${locale}".`);
      state.users.get(userId)!.locale = locale;
      hub.announce({ type: 'member', memberId: userId });
    },
    see: (channelId) => views.messages(seenChannel(channelId).id, userId),
    typing: (channelId) =>
      deps.typing
        .in(seenChannel(channelId).id)
        .filter((id) => id !== userId)
        .map(views.member),
    waitFor: (predicate, options = {}) => {
      const sight = createSight(state, views, userId, options.channelId);
      return watch(hub, sight, predicate, { who: name, ...options });
    },
  };

  function closeModal(modalId: string): void {
    const modal = state.modals.get(modalId);
    state.modals.delete(modalId);
    if (modal)
      hub.announce({
        type: 'modal',
        action: 'closed',
        channelId: modal.view.channelId,
        modalId,
        memberId: userId,
      });
  }
}

const commandFrame = ({ id, name, type, guildId }: Command): JsonObject => ({
  id,
  name,
  type,
  ...(guildId ? { guild_id: guildId } : {}),
});
