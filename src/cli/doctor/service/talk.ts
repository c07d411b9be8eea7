import { createConversation, listMessages, postMessage } from '../../../contract/agents.js';
import { type Check, Skipped, Unfit, withNotes } from './check.js';
import { openEar } from './ear.js';
import type { Visit } from './signed-in.js';

const answerMs = 20_000;
const lookEveryMs = 500;

/** A conversation of one message: whether its answer comes by the socket, by reading, or not at all. */
export function talkChecks({ visitor, url, wsUrl, clock }: Visit): Check[] {
  const ear = openEar({ url, cookie: visitor.cookie, clock, ...(wsUrl && { wsUrl }) });
  let conversationId: string | null = null;
  let isSaid = false;
  const params = () => {
    if (conversationId === null) throw new Skipped('there is no conversation');
    return { conversation_id: conversationId };
  };
  const answersRead = async (): Promise<number> => {
    const input = { params: params() };
    const found = await visitor.ask(listMessages, input).catch((error: unknown) => {
      if (error instanceof Unfit) return null;
      throw error;
    });
    return found?.value.data.filter(({ role }) => role === 'agent').length ?? 0;
  };
  const waitForAnswer = async (): Promise<string> => {
    for (const until = clock.now() + answerMs; clock.now() < until; await clock.sleep(lookEveryMs)) {
      if (ear.heard('agent_error')) return 'by the socket, and it is an error';
      if (ear.heard('agent_complete', 'agent_response')) return `by the socket (${ear.all()})`;
      if (!ear.isOpen() && (await answersRead()) > 0) return 'by reading';
    }
    if ((await answersRead()) > 0) return 'by reading; the socket told nothing';
    throw new Unfit(`none within ${answerMs / 1_000} s`);
  };

  return [
    {
      name: 'Conversation',
      without: { missing: 'Nobody can talk to the agent.' },
      async look() {
        const { value, notes } = await visitor.ask(createConversation, { body: {} });
        conversationId = value.id;
        return withNotes('created', notes);
      },
    },
    {
      name: 'WebSocket',
      without: { degraded: 'Answers are polled: they come up to 4 s later and do not grow while you read.' },
      look: () => ear.open(params().conversation_id),
    },
    {
      name: 'Message',
      without: { missing: 'Nobody can talk to the agent.' },
      async look() {
        const body = { content: 'Hello, this is a test.', client_message_id: 'doctor-1' };
        await visitor.ask(postMessage, { params: params(), body });
        isSaid = true;
        return 'accepted';
      },
    },
    {
      name: 'Answer',
      without: { missing: 'An answer never arrives: neither an event nor reading brings it.' },
      async look() {
        if (!isSaid) throw new Skipped('nothing was said');
        return waitForAnswer();
      },
    },
    {
      name: 'Reading answers',
      without: { degraded: 'What is said while the bot is down is not caught up.' },
      async look() {
        ear.close();
        if (!isSaid) throw new Skipped('nothing was said');
        if ((await answersRead()) === 0) throw new Unfit('no answer can be read over HTTP');
        return 'over HTTP';
      },
    },
  ];
}
