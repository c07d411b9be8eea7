import { say } from './agent.js';
import { readField } from './body.js';
import type { Account, House } from './house.js';
import { type Asked, missing, Refusal, type Reply, type Route } from './routes.js';
import type { Kind, Style } from './style.js';

type Own = <T extends { n: number; account: Account }>(kind: Kind, all: T[], asked: Asked) => T;
type Mine = <T extends { account: Account }>(all: T[], asked: Asked) => T[];
type Many = (kind: Kind, values: unknown[], asked: Asked) => Reply;

/** Conversations and their messages. */
export function talk(
  { style, house }: { style: Style; house: House },
  own: Own,
  mine: Mine,
  many: Many,
): Record<string, Route> {
  const how = { fails: style.answersFail ?? false, seqStep: style.seqStep ?? 1 };
  const list: Route = {
    does: 'conversations',
    answer: (asked) => many('conversation', mine(house.conversations, asked).map(style.conversation), asked),
  };
  return {
    'POST /api/agent/default/conversations': {
      does: 'createConversation',
      answer({ account, body }) {
        const title = readField(style, body, 'title') ?? 'New conversation';
        const conversation = house.converse(account, title);
        if (style.location) return { location: style.location(style.id('conversation', conversation.n)) };
        return { body: style.one('conversation', style.conversation(conversation)) };
      },
    },
    [`POST /api/agents/conversations/*${style.postPath}`]: {
      does: 'postMessage',
      answer(asked) {
        const conversation = own('conversation', house.conversations, asked);
        const content = readField(style, asked.body, 'content');
        if (!content) throw missing(style, style.wants?.content ?? 'content');
        if (conversation.isBusy) throw new Refusal(409, 'The agent is still answering');
        const message = say(house, conversation, content, how);
        return { body: style.one('message', style.message(message, conversation)) };
      },
    },
    'GET /api/agents/conversations': list,
    'GET /api/agents/conversations/': list,
    'GET /api/agents/conversations/*': {
      does: 'conversation',
      answer: (asked) => ({
        body: style.one('conversation', style.conversation(own('conversation', house.conversations, asked))),
      }),
    },
    'GET /api/agents/conversations/*/messages': {
      does: 'messages',
      answer(asked) {
        const conversation = own('conversation', house.conversations, asked);
        return many(
          'message',
          conversation.messages.map((one) => style.message(one, conversation)),
          asked,
        );
      },
    },
  };
}
