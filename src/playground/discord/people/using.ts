import { PersonError } from '../failure.js';
import { say } from '../sayings.js';
import { type Application, type Channel, InteractionType, type Message } from '../state/model.js';
import { applicationOfBot } from '../state/state.js';
import type { JsonObject, Outcome, Person } from '../types.js';
import { findButton, findSelect } from './controls.js';
import type { PeopleDeps } from './deps.js';
import type { Finder } from './finder.js';
import { resolveChosen, toSubmittedComponents } from './form.js';
import { createResolver } from './options.js';
import { toOutcome } from './outcome.js';
import { maySend } from './rules.js';

/** A person's use of buttons, selects and forms. */
export function createUsing(
  deps: PeopleDeps,
  userId: string,
  { seenChannel, seenMessage }: Finder,
): Pick<Person, 'click' | 'select' | 'submit' | 'dismiss' | 'modals'> {
  const { state, hub, interactions, threads } = deps;
  const name = state.users.get(userId)!.username;

  const ownerOf = (message: Message): Application => {
    const application = applicationOfBot(state, message.authorId);
    if (!application) throw new PersonError('Only messages of bots have buttons and selects.');
    return application;
  };

  /** Discord's client reopens an archived thread first, and sends nothing when it may not. */
  const reopen = (channel: Channel): void => {
    if (!channel.thread?.archived) return;
    if (!maySend(state, channel, userId)) throw new PersonError(say('try_again'));
    threads.setArchived(channel, false);
  };

  const useComponent = async (message: Message, channel: Channel, data: JsonObject): Promise<Outcome> => {
    const type = InteractionType.Component;
    const application = ownerOf(message);
    reopen(channel);
    return toOutcome(await interactions.send({ type, application, userId, channel, data, message }));
  };

  return {
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
        throw new PersonError(say('form_gone', { name, id: input.modalId }));
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
