import type { EventHub } from '../hub.js';
import { has, Permission } from '../permission.js';
import { permissionsIn } from '../state/access.js';
import { ChannelType, type Message, MessageFlag } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { isReachable, readLinkPreview } from './link-preview.js';
import type { Messages } from './messages.js';

const mostLinks = 5;
const withoutPreview = MessageFlag.SuppressEmbeds | MessageFlag.ComponentsV2 | MessageFlag.Loading;

/** Links of a text that get a preview: not those in `<>` or in code. */
export function linksIn(content: string): string[] {
  const prose = content.replace(/```[\s\S]*?```|`[^`\n]*`/g, ' ');
  const found = [...prose.matchAll(/(?<!<)\bhttps?:\/\/[^\s<>]+/gi)]
    .map(([link]) => link.replace(/[.,:;!?'")\]]+$/, ''))
    .filter((link) => URL.canParse(link) && isReachable(new URL(link)));
  return [...new Set(found)].slice(0, mostLinks);
}

/**
 * Adds previews to messages some time after they were posted or edited, as Discord does: with MESSAGE_UPDATE, and
 * without an edit time.
 */
export function createUnfurling(deps: { state: State; hub: EventHub; messages: Messages }): {
  close(): void;
} {
  const { state, hub, messages } = deps;
  const closing = new AbortController();
  /** The links whose previews a message has or is about to get. */
  const known = new WeakMap<Message, string>();

  const mayEmbed = ({ channelId, authorId, webhook }: Message): boolean => {
    const channel = state.channels.get(channelId);
    if (!channel || channel.type === ChannelType.Dm || webhook) return channel !== undefined;
    return has(permissionsIn(state, channel, authorId), Permission.EmbedLinks);
  };

  const unfurl = async (message: Message): Promise<void> => {
    const isPlain = message.ephemeralFor === null && (message.flags & withoutPreview) === 0;
    const links = isPlain && mayEmbed(message) ? linksIn(message.content) : [];
    const wanted = links.join(' ');
    if ((known.get(message) ?? '') === wanted) return;
    known.set(message, wanted);
    const read = links.map((link) => readLinkPreview(link, closing.signal).catch(() => null));
    const previews = (await Promise.all(read)).filter((preview): preview is JsonObject => preview !== null);
    const isThere = state.messages.get(message.channelId)?.get(message.id) === message;
    if (closing.signal.aborted || !isThere || known.get(message) !== wanted) return;
    if (previews.length === 0 && !message.previews?.length) return;
    messages.edit(message, { previews }, { silent: true });
  };

  const stop = hub.subscribe((change) => {
    if (change.type !== 'message' || change.action === 'deleted') return;
    const message = state.messages.get(change.channelId)?.get(change.messageId);
    if (message && (message.content.includes('://') || message.previews?.length)) void unfurl(message);
  });
  return {
    close() {
      stop();
      closing.abort();
    },
  };
}
