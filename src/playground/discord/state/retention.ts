import type { Hub } from '../hub.js';
import type { Limits } from '../types.js';
import type { Attachment, Message } from './model.js';
import type { State } from './state.js';

/** Keeps memory bounded: what is oldest is forgotten, and what belonged to something goes with it. */
export type Retention = {
  /** Stores a file; the oldest files make room for it. */
  keepFile(attachment: Attachment, bytes: Uint8Array): void;
  dropFiles(attachments: readonly Attachment[]): void;
  /** Stores a message; the oldest of its channel makes room for it. */
  keepMessage(message: Message): void;
};

const MODALS_KEPT = 1_000;
/** What a file costs beside its bytes, so that empty ones are bounded as well. */
const FILE_OVERHEAD = 1_024;

/**
 * The oldest entries of a map that holds more than it may. Some more than must go are taken at once, because
 * finding the first entry of a map costs as much as there were entries before it.
 */
export function surplus<T>(kept: ReadonlyMap<string, T>, most: number): T[] {
  if (kept.size <= most) return [];
  const count = kept.size - most + Math.floor(most / 16);
  const oldest: T[] = [];
  for (const entry of kept.values()) {
    if (oldest.length === count) break;
    oldest.push(entry);
  }
  return oldest;
}

export function createRetention(deps: { state: State; hub: Hub; limits: Limits }): Retention {
  const { state, hub, limits } = deps;
  const costOf = ({ size }: Attachment): number => size + FILE_OVERHEAD;
  let bytes = [...state.attachments.values()].reduce((sum, attachment) => sum + costOf(attachment), 0);

  const dropFile = (attachment: Attachment): void => {
    state.files.delete(attachment.id);
    if (state.attachments.delete(attachment.id)) bytes -= costOf(attachment);
  };
  const dropFiles = (attachments: readonly Attachment[]): void => attachments.forEach(dropFile);

  /** What a removed channel leaves behind: its messages, its files, and its threads with theirs. */
  const dropChannel = (channelId: string): void => {
    state.messages.delete(channelId);
    dropFiles([...state.attachments.values()].filter((attachment) => attachment.channelId === channelId));
    for (const thread of [...state.channels.values()]) {
      if (thread.parentId !== channelId) continue;
      state.channels.delete(thread.id);
      hub.announce({ type: 'channel', action: 'deleted', channelId: thread.id });
    }
  };

  const dropOldestModal = (): void => {
    const [oldest] = state.modals;
    if (!oldest || state.modals.size <= MODALS_KEPT) return;
    const [modalId, { view, userId }] = oldest;
    state.modals.delete(modalId);
    hub.announce({ type: 'modal', action: 'closed', channelId: view.channelId, modalId, memberId: userId });
  };

  hub.subscribe((change) => {
    if (change.type === 'channel' && change.action === 'deleted' && !state.channels.has(change.channelId))
      dropChannel(change.channelId);
    else if (change.type === 'modal' && change.action === 'opened') dropOldestModal();
  });

  return {
    dropFiles,
    keepFile(attachment, content) {
      state.attachments.set(attachment.id, attachment);
      state.files.set(attachment.id, content);
      bytes += costOf(attachment);
      for (const oldest of state.attachments.values()) {
        if (bytes <= limits.attachmentBytesKept || oldest === attachment) return;
        dropFile(oldest);
      }
    },
    keepMessage(message) {
      const kept = state.messages.get(message.channelId) ?? new Map<string, Message>();
      state.messages.set(message.channelId, kept.set(message.id, message));
      for (const oldest of surplus(kept, limits.messagesKept)) {
        kept.delete(oldest.id);
        dropFiles(oldest.attachments);
      }
    },
  };
}
