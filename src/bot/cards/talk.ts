import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { encodeCustomId } from '../custom-id.js';
import type { Talk } from '../talk/store.js';
import { isOver, type TalkView } from '../talk/view.js';
import { button, type Card, note, row } from './card.js';

/** One message of an answer; the last carries the buttons. */
export function talkCard(
  text: string,
  { talk, view, last }: { talk: Talk; view: TalkView; last: boolean },
): Card {
  if (!last) return { content: text };
  const buttons = isOver(view)
    ? [button('Reply', 'talk:reply', talk.memberId, talk.threadId)]
    : [button('Stop', 'talk:stop', talk.memberId, talk.threadId, 'danger')];
  return { content: text, components: [row(...buttons)] };
}

export const threadCard = (threadId: string): Card =>
  note(
    'Your talk is open',
    `Go on in <#${threadId}>. Write there as you would to a friend; say \`stop\` to stop an answer.`,
  );

/** For servers in which the bot may not read messages: a form to write in. */
export function replyForm(threadId: string, owner: string): APIModalInteractionResponseCallbackData {
  return {
    custom_id: encodeCustomId({ command: 'talk', action: 'say', owner, argument: threadId }),
    title: 'Say something to the agent',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: 'text',
            label: 'Your message',
            style: TextInputStyle.Paragraph,
            max_length: 2000,
            required: true,
          },
        ],
      },
    ],
  };
}
