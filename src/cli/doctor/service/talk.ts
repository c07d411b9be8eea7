import { createConversation, listMessages, postMessage } from '../../../contract/agents.js';
import { type Check, Skipped, Unfit, withNotes } from './check.js';
import { openEar } from './ear.js';
import type { Visit } from './signed-in.js';

const answerMs = 20_000;
const lookEveryMs = 500;

/**
 * Sends one message in a conversation and checks whether the answer arrives over the socket, by polling, or not at
 * all.
 */
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
      if (ear.heard('agent_error')) return 'over the socket, but it is an error';
      if (ear.heard('agent_complete', 'agent_response')) return `over the socket (${ear.all()})`;
      if (!ear.isOpen() && (await answersRead()) > 0) return 'by polling';
    }
    if ((await answersRead()) > 0) return 'by polling; the socket sent nothing';
    throw new Unfit(`none within ${answerMs / 1_000} s`);
  };

  return [
    {
      name: 'Conversation',
      without: { missing: 'Members cannot talk to the agent.' },
      async look() {
        const { value, notes } = await visitor.ask(createConversation, { body: {} });
        conversationId = value.id;
        return withNotes('created', notes);
      },
    },
    {
      name: 'WebSocket',
      without: {
        degraded: 'The bot polls for answers: they arrive up to 4 s later and do not appear word by word.',
      },
      look: () => ear.open(params().conversation_id),
    },
    {
      name: 'Message',
      without: { missing: 'Members cannot talk to the agent.' },
      async look() {
        const body = { content: 'Hello, this is a test.', client_message_id: 'doctor-1' };
        await visitor.ask(postMessage, { params: params(), body });
        isSaid = true;
        return 'accepted';
      },
    },
    {
      name: 'Answer',
      without: { missing: 'Answers never arrive, neither as events nor by polling.' },
      async look() {
        if (!isSaid) throw new Skipped('no message was sent');
        return waitForAnswer();
      },
    },
    {
      name: 'Reading answers',
      without: { degraded: 'The bot misses answers that arrive while it is down.' },
      async look() {
        ear.close();
        if (!isSaid) throw new Skipped('no message was sent');
        if ((await answersRead()) === 0) throw new Unfit('no answer can be read over HTTP');
        return 'over HTTP';
      },
    },
  ];
}
