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
export function talkChecks({ visitor, url, wsUrl, clock, t }: Visit): ServiceCheck[] {
  const ear = openEar({ url, cookie: visitor.cookie, clock, t, ...(wsUrl && { wsUrl }) });
  let conversationId: string | null = null;
  let isSaid = false;
  /** Why stored messages could not be read, or not all of them. */
  let unread: string | null = null;
  const params = () => {
    if (conversationId === null) throw new Skipped(t('cli.service.conversation.none'));
    return { conversation_id: conversationId };
  };
  /** Null where messages cannot be read. */
  const countAnswers = async (): Promise<number | null> => {
    const input = { params: params() };
    const found = await visitor.ask(listMessages, input).catch((error: unknown) => {
      if (!(error instanceof Unfit)) throw error;
      unread = t('cli.service.messages.unread', { problem: error.message });
      return null;
    });
    if (found) unread = found.notes.find(isLoss) ?? null;
    return found === null ? null : found.value.data.filter(({ role }) => role === 'agent').length;
  };
  const because = (what: string): string => (unread === null ? what : `${what}; ${unread}`);
  const hasAnswer = async (): Promise<boolean> => ((await countAnswers()) ?? 0) > 0;
  const waitForAnswer = async (): Promise<string> => {
    for (const until = clock.now() + answerMs; clock.now() < until; await clock.sleep(lookEveryMs)) {
      if (ear.heard('agent_error')) return t('cli.service.answer.error');
      if (ear.heard('agent_complete', 'agent_response'))
        return t('cli.service.answer.socket', { events: ear.all() });
      if (!ear.isOpen() && (await hasAnswer())) return t('cli.service.answer.polling');
    }
    if (await hasAnswer()) return t('cli.service.answer.silent_socket');
    throw new Unfit(because(t('cli.service.answer.none', { seconds: String(answerMs / 1_000) })));
  };

  /** A service stores an answer when it is complete, some time after its first words arrived over the socket. */
  const waitForStoredAnswer = async (): Promise<void> => {
    const until = clock.now() + answerMs;
    for (let found = await countAnswers(); !found; found = await countAnswers()) {
      if (found === null || clock.now() >= until) throw new Unfit(because(t('cli.service.reading.none')));
      await clock.sleep(lookEveryMs);
    }
  };

  return [
    {
      name: t('cli.service.conversation.name'),
      without: { missing: t('cli.service.conversation.missing') },
      async look() {
        const { value, notes } = await visitor.ask(createConversation, { body: {} });
        conversationId = value.id;
        return withNotes(t('cli.service.conversation.ok'), notes, t);
      },
    },
    {
      name: t('cli.service.websocket.name'),
      without: { degraded: t('cli.service.websocket.degraded') },
      look: () => ear.open(params().conversation_id),
    },
    {
      name: t('cli.service.message.name'),
      without: { missing: t('cli.service.conversation.missing') },
      async look() {
        const body = { content: 'Hello, this is a test.', client_message_id: 'doctor-1' };
        await visitor.ask(postMessage, { params: params(), body });
        isSaid = true;
        return t('cli.service.message.ok');
      },
    },
    {
      name: t('cli.service.answer.name'),
      without: { missing: t('cli.service.answer.missing') },
      async look() {
        if (!isSaid) throw new Skipped(t('cli.service.message.none'));
        return waitForAnswer();
      },
    },
    {
      name: t('cli.service.reading.name'),
      without: { degraded: t('cli.service.reading.degraded') },
      async look() {
        ear.close();
        if (!isSaid) throw new Skipped(t('cli.service.message.none'));
        if (ear.heard('agent_error')) throw new Skipped(t('cli.service.answer.failed'));
        await waitForStoredAnswer();
        return t('cli.service.reading.ok');
      },
    },
  ];
}
