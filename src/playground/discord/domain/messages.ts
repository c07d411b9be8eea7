import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import {
  type Attachment,
  type Channel,
  ChannelType,
  type Message,
  MessageFlag,
  MessageType,
} from '../state/model.js';
import type { Retention } from '../state/retention.js';
import { channelOf, type State } from '../state/state.js';
import type { FileInput, JsonObject } from '../types.js';
import { type MessageWire, readsContent } from '../wire/message.js';
import { cleanFilename, contentTypeOf, imageSize } from './files.js';

type Draft = Pick<Message, 'channelId' | 'authorId'> & Partial<Message>;

/** The only writer of messages: stores, then notifies bots and pages. */
export type Messages = {
  create(draft: Draft): Message;
  edit(message: Message, changes: Partial<Message>, options?: { silent?: boolean }): Message;
  remove(message: Message): void;
  /** Removes several messages of one channel with a single event. */
  removeAll(channel: Channel, messages: readonly Message[]): void;
  attach(
    channelId: string,
    file: FileInput,
    fields?: { description?: string | null; ephemeral?: boolean },
  ): Attachment;
};

export function createMessages(deps: {
  state: State;
  hub: EventHub;
  wire: MessageWire;
  retention: Retention;
}): Messages {
  const { state, hub, wire, retention } = deps;

  const tell = (name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE', message: Message): void => {
    announce(message, name === 'MESSAGE_CREATE' ? 'created' : 'edited');
    if (message.ephemeralFor !== null) return;
    const isDm = channelOf(state, message.channelId).type === ChannelType.Dm;
    const nonce: JsonObject =
      message.nonce === null || name === 'MESSAGE_UPDATE' ? {} : { nonce: message.nonce };
    const whole = once(() => ({ ...wire.toGatewayMessage(message, false), ...nonce }));
    const blank = once(() => ({ ...wire.toGatewayMessage(message, true), ...nonce }));
    hub.dispatch({
      name,
      intents: isDm ? GatewayIntent.DirectMessages : GatewayIntent.GuildMessages,
      channelId: message.channelId,
      payload({ botId, intents }) {
        const withheld = !(intents & GatewayIntent.MessageContent) && !readsContent(state, message, botId);
        return withheld ? blank() : whole();
      },
    });
  };

  const announce = (message: Message, action: 'created' | 'edited' | 'deleted'): void =>
    hub.announce({
      type: 'message',
      action,
      channelId: message.channelId,
      messageId: message.id,
      ...(message.ephemeralFor === null ? {} : { memberId: message.ephemeralFor }),
    });

  const count = (channel: Channel, message: Message): void => {
    if (message.ephemeralFor !== null) return;
    channel.lastMessageId = message.id;
    const opensPost = message.id === channel.id;
    if (channel.thread && !opensPost && message.type !== MessageType.ThreadStarter)
      channel.thread.messageCount += 1;
  };

  const forget = (message: Message): void => {
    state.messages.get(message.channelId)?.delete(message.id);
    retention.retireFiles(message.attachments);
    announce(message, 'deleted');
  };

  return {
    create(draft) {
      const message: Message = { ...emptyMessage(state), ...draft };
      const channel = channelOf(state, message.channelId);
      retention.keepMessage(message);
      count(channel, message);
      tell('MESSAGE_CREATE', message);
      return message;
    },
    edit(message, changes, options = {}) {
      const editedAt =
        options.silent || message.flags & MessageFlag.Loading ? message.editedAt : state.clock.now();
      const { attachments: before } = message;
      Object.assign(message, { editedAt }, changes);
      retention.retireFiles(before.filter((attachment) => !message.attachments.includes(attachment)));
      tell('MESSAGE_UPDATE', message);
      return message;
    },
    removeAll(channel, removed) {
      for (const message of removed) forget(message);
      hub.dispatch({
        name: 'MESSAGE_DELETE_BULK',
        intents: GatewayIntent.GuildMessages,
        channelId: channel.id,
        payload: () => ({
          ids: removed.map(({ id }) => id),
          channel_id: channel.id,
          guild_id: channel.guildId,
        }),
      });
    },
    remove(message) {
      forget(message);
      if (message.ephemeralFor !== null) return;
      const { guildId } = channelOf(state, message.channelId);
      const body: JsonObject = { id: message.id, channel_id: message.channelId };
      hub.dispatch({
        name: 'MESSAGE_DELETE',
        intents: guildId === null ? GatewayIntent.DirectMessages : GatewayIntent.GuildMessages,
        channelId: message.channelId,
        payload: () => (guildId === null ? body : { ...body, guild_id: guildId }),
      });
    },
    attach(channelId, file, fields = {}) {
      const size = imageSize(file.bytes);
      const attachment: Attachment = {
        id: state.nextId(),
        channelId,
        filename: cleanFilename(file.name),
        contentType: contentTypeOf(file),
        size: file.bytes.byteLength,
        width: size?.width ?? null,
        height: size?.height ?? null,
        description: fields.description ?? null,
        ephemeral: fields.ephemeral ?? false,
      };
      retention.keepFile(attachment, file.bytes);
      return attachment;
    },
  };
}

/** Memoizes: makes the object for the first reader and returns the same one to all others. */
function once(make: () => JsonObject): () => JsonObject {
  let made: JsonObject | undefined;
  return () => (made ??= make());
}

const emptyMessage = (state: State): Omit<Message, 'channelId' | 'authorId'> => ({
  id: state.nextId(),
  applicationId: null,
  type: MessageType.Default,
  content: '',
  createdAt: state.clock.now(),
  editedAt: null,
  flags: 0,
  embeds: [],
  components: [],
  attachments: [],
  mentionIds: [],
  mentionRoleIds: [],
  mentionEveryone: false,
  replyToId: null,
  aboutChannelId: null,
  origin: null,
  ephemeralFor: null,
  nonce: null,
  pinnedAt: null,
});
