import { canView } from '../state/access.js';
import type { State } from '../state/state.js';
import type { Change, MessageView } from '../types.js';
import { canSee } from '../wire/message.js';
import type { Views } from './views.js';

/** The messages a waiting person can see. A change updates only the affected messages. */
export type VisibleMessages = {
  /** Oldest first within a channel. */
  look(): MessageView[];
  /** Records a change; false when it cannot affect what this person sees. */
  note(change: Change): boolean;
};

/** @param channelId limits the view to one channel; default every channel the person sees */
export function createSight(state: State, views: Views, userId: string, channelId?: string): VisibleMessages {
  const drawn = new Map<string, MessageView[]>();
  let ids: string[] | undefined;

  const visibleIds = (): string[] => {
    const channels = [...state.channels.values()].filter((channel) => canView(state, channel, userId));
    return channels.map(({ id }) => id);
  };
  const draw = (id: string): MessageView[] => {
    const known = drawn.get(id) ?? views.messages(id, userId);
    drawn.set(id, known);
    return known;
  };
  const forget = (): void => {
    drawn.clear();
    ids = undefined;
  };

  const viewOf = (inChannel: string, messageId: string): MessageView[] => {
    const message = state.messages.get(inChannel)?.get(messageId);
    return message && canSee(state, message, userId) ? [views.message(message)] : [];
  };
  /** Updates a message and those that quote it. */
  const redraw = (inChannel: string, messageId: string): void => {
    const before = drawn.get(inChannel);
    if (!before) return;
    const touched = (view: MessageView) => view.id === messageId || view.replyTo?.messageId === messageId;
    drawn.set(
      inChannel,
      before.flatMap((view) => (touched(view) ? viewOf(inChannel, view.id) : [view])),
    );
  };
  /** Updates a thread's starter message, which shows the number of messages in it. */
  const redrawStarter = (threadId: string): void => {
    const parentId = state.channels.get(threadId)?.parentId;
    if (parentId) redraw(parentId, threadId);
  };

  return {
    look: () => {
      ids ??= channelId === undefined ? visibleIds() : [channelId];
      return ([] as MessageView[]).concat(...ids.map(draw));
    },
    note(change) {
      if (change.type === 'channel' || change.type === 'member') forget();
      if (change.type !== 'message') return change.type !== 'typing' && change.type !== 'problem';
      if (change.memberId !== undefined && change.memberId !== userId) return false;
      redrawStarter(change.channelId);
      const known = drawn.get(change.channelId);
      if (change.action === 'created') known?.push(...viewOf(change.channelId, change.messageId));
      else redraw(change.channelId, change.messageId);
      return channelId === undefined || drawn.has(change.channelId);
    },
  };
}
