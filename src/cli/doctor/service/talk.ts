import { createConversation, listMessages, postMessage } from '../../../contract/agents.js';
import { isLoss } from '../../../contract/read/index.js';
import { type ServiceCheck, Skipped, Unfit, withNotes } from './check.js';
import { openEar } from './ear.js';
import type { Visit } from './signed-in.js';

const answerMs = 20_000;
const lookEveryMs = 500;

/**
 * Sends one message in a conversation and checks whether the answer arrives over the socket, by polling, or not at
 * all.
 */
export function talkChecks({ visitor, url, wsUrl, clock }: Visit): ServiceCheck[] {
  const ear = openEar({ url, cookie: visitor.cookie, clock, ...(wsUrl && { wsUrl }) });
  let conversationId: string | null = null;
  let isSaid = false;
  /** Why stored messages could not be read, or not all of them. */
  let unread: string | null = null;
  const params = () => {
    if (conversationId === null) throw new Skipped('the check has no conversation');
    return { conversation_id: conversationId };
  };
  /** Null where messages cannot be read. */
  const countAnswers = async (): Promise<number | null> => {
    const input = { params: params() };
    const found = await visitor.ask(listMessages, input).catch((error: unknown) => {
      if (!(error instanceof Unfit)) throw error;
      unread = `the list of messages ${error.message}`;
      return null;
    });
    if (found) unread = found.notes.find(isLoss) ?? null;
    return found === null ? null : found.value.data.filter(({ role }) => role === 'agent').length;
  };
  const because = (what: string): string => (unread === null ? what : `${what}; ${unread}`);
  const hasAnswer = async (): Promise<boolean> => ((await countAnswers()) ?? 0) > 0;
  const waitForAnswer = async (): Promise<string> => {
    for (const until = clock.now() + answerMs; clock.now() < until; await clock.sleep(lookEveryMs)) {
      if (ear.heard('agent_error')) return 'over the socket, but it is an error';
      if (ear.heard('agent_complete', 'agent_response')) return `over the socket (${ear.all()})`;
      if (!ear.isOpen() && (await hasAnswer())) return 'by polling';
    }
    if (await hasAnswer()) return 'by polling; the socket sent nothing';
    throw new Unfit(because(`none within ${answerMs / 1_000} s`));
  };

  /** A service stores an answer when it is complete, some time after its first words arrived over the socket. */
  const waitForStoredAnswer = async (): Promise<void> => {
    const until = clock.now() + answerMs;
    for (let found = await countAnswers(); !found; found = await countAnswers()) {
      if (found === null || clock.now() >= until) throw new Unfit(because('no answer can be read over HTTP'));
      await clock.sleep(lookEveryMs);
    }
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
        if (ear.heard('agent_error')) throw new Skipped('the agent answered with an error');
        await waitForStoredAnswer();
        return 'over HTTP';
      },
    },
  ];
}
