import type { Deadlines } from '../deadlines.js';
import type { EventHub } from '../hub.js';
import type { Limits } from '../types.js';
import type { Attachment, Message } from './model.js';
import type { State } from './state.js';

/** Limits memory: drops the oldest entries together with everything that belongs to them. */
export type Retention = {
  /** Stores a file and drops the oldest ones if needed. */
  keepFile(attachment: Attachment, bytes: Uint8Array): void;
  /** Drops the files of an edited or removed message when no other message shows them. */
  retireFiles(attachments: readonly Attachment[]): void;
  /** Drops the retired files now. */
  close(): void;
  /** Stores a message and drops the oldest one of its channel if needed. */
  keepMessage(message: Message): void;
};

/**
 * A client that has just been sent a message loads its files a moment later, by then the message may be edited: Discord's
 * CDN also answers for a while after a file was removed.
 */
const RETIRED_FILE_MS = 60_000;
const MODALS_KEPT = 1_000;
/** Bytes counted per file in addition to its content, so that empty files are limited too. */
const FILE_OVERHEAD = 1_024;

/**
 * The oldest entries of a map above its limit. It returns more than necessary at once, because finding the first entry
 * of a map takes time proportional to the entries deleted before it.
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

export function createRetention(deps: {
  state: State;
  hub: EventHub;
  limits: Limits;
  deadlines: Deadlines;
}): Retention {
  const { state, hub, limits, deadlines } = deps;
  const costOf = ({ size }: Attachment): number => size + FILE_OVERHEAD;
  let bytes = [...state.attachments.values()].reduce((sum, attachment) => sum + costOf(attachment), 0);

  const dropFile = (attachment: Attachment): void => {
    state.files.delete(attachment.id);
    if (state.attachments.delete(attachment.id)) bytes -= costOf(attachment);
  };
  const dropFiles = (attachments: readonly Attachment[]): void => attachments.forEach(dropFile);
  const retired = new Set<Attachment>();

  /** Drops the messages, files and threads of a removed channel. */
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
    retireFiles(attachments) {
      if (attachments.length === 0) return;
      for (const attachment of attachments) retired.add(attachment);
      deadlines.add(state.clock.now() + RETIRED_FILE_MS, () => {
        dropFiles(attachments);
        for (const attachment of attachments) retired.delete(attachment);
      });
    },
    close: () => dropFiles([...retired]),
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
