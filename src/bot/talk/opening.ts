import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { AgentPlace, AnswerPrice } from '../../contract/agent-shapes.js';
import { closeConversation, createConversation } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Presence } from '../gateway/presence.js';
import type { Languages } from '../languages.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import type { ServerRules } from '../settings/rules.js';
import type { SettingsStore } from '../settings/store.js';
import { hintWords, openingCard } from './cards/talk.js';
import type { Intake, WrittenWords } from './intake.js';
import { retryLost } from './lost.js';
import { hasOwnThread } from './spot.js';
import type { TalkStore } from './store.js';
import type { NewTalk } from './talk.js';
import type { Threads } from './threads.js';
import { titleOf } from './title.js';
import type { Turns } from './turns.js';

/** The start of a conversation. */
export type Opening = WrittenWords &
  Pick<NewTalk, 'speakers' | 'payer'> & {
    isPrivate: boolean;
    /** The message the question is about; the thread is attached to it. */
    about?: { messageId?: string; authorId: string };
    /** Where it is answered without a thread; `heard` is the message that began it. */
    spot?: { id: string; heard: string };
  };

/** What a server allows and wants. */
export type ServerAccess = {
  presence: Pick<Presence, 'channel'>;
  rules: ServerRules;
  settings: Pick<SettingsStore, 'of'>;
};

const unopened = reason('talk.error.unopened');

/** Opens conversations. A failed opening leaves no thread and no conversation behind. */
export function createOpening(options: {
  store: Pick<TalkStore, 'add' | 'remove'>;
  sessions: Sessions;
  messenger: Pick<Messenger, 'send'>;
  threads: Pick<Threads, 'open' | 'discard'>;
  intake: Intake;
  turns: Pick<Turns, 'begin'>;
  readMessages: boolean;
  languages: Pick<Languages, 'ofChannel'>;
  server: ServerAccess;
  clock: Clock;
  log: Log;
}) {
  const { store, sessions, messenger, threads, intake, turns, readMessages, languages, server, clock, log } =
    options;

  const undo = async (memberId: string, conversationId: string, threadId: string | null): Promise<void> => {
    if (threadId) await store.remove(threadId);
    if (threadId && hasOwnThread(threadId)) await threads.discard(threadId);
    await sessions
      .serviceOf(memberId)
      .call(closeConversation, { params: { conversation_id: conversationId } })
      .catch((error) =>
        log.info(
          { conversation: conversationId, err: error },
          'conversation without a thread not ended at the service',
        ),
      );
  };

  /** @throws AppError where the server allows no conversation */
  const checkServer = async (
    memberId: string,
    channelId: string,
  ): Promise<{ isQuiet: boolean; wanted: Pick<AgentPlace, 'persona' | 'documents'> }> => {
    const guildId = (await server.presence.channel(channelId))?.guildId;
    if (guildId === undefined) return { isQuiet: false, wanted: { persona: '', documents: '' } };
    await server.rules.check('talk', memberId, { guildId, channelId });
    const { isQuiet, persona, documents } = await server.settings.of(guildId);
    return { isQuiet, wanted: { persona, documents } };
  };

  /** The thread's first message: the question, who may speak, how to continue. */
  const showQuestion = async (
    talk: NewTalk,
    opening: Opening,
    { asked, price }: { asked: string; price: AnswerPrice | null | undefined },
  ): Promise<void> => {
    const { threadId, conversationId, memberId, speakers, payer } = talk;
    const author = opening.about?.authorId === memberId ? undefined : opening.about?.authorId;
    const card = openingCard(
      {
        memberId,
        text: asked,
        files: opening.files.map(({ name }) => name),
        speakers,
        payer,
        readMessages,
        price,
        ...(author && { author }),
      },
      languages.ofChannel(talk.locale),
    );
    const send = () => messenger.send(threadId, card, `${conversationId}/asked`);
    if ((await retryLost(clock, send)) === null) throw new AppError('invalid_request', unopened);
  };

  /**
   * Opens a thread bound to a conversation and sends its first message. The message is stored with the conversation, so it
   * reaches the agent even if the process dies in between; a refusal by the service is posted in the thread.
   * @returns the thread's id
   */
  return async function start(
    member: Member,
    {
      guildId,
      channelId,
      uploadLimit,
      locale,
    }: Pick<NewTalk, 'guildId' | 'channelId' | 'uploadLimit' | 'locale'>,
    opening: Opening,
    key: string,
  ): Promise<string> {
    if (!(await sessions.mayTalk(member.id))) throw new AppError('unauthenticated');
    const { isQuiet, wanted } = await checkServer(member.id, channelId);
    const t = languages.ofChannel(locale);
    const { content, shown, untaken } = await intake({ memberId: member.id, guildId }, opening);
    const asked = shown ? t.message(shown) : content.content;
    const title = titleOf(asked, 80, t);
    const service = sessions.serviceOf(member.id, undefined, { channelId });
    const place = { ...wanted, locale: t.locale.startsWith('en') ? '' : t.locale };
    const opened = { title, ...(Object.values(place).some(Boolean) && { place }) };
    const { body } = await service.call(createConversation, { body: opened, idempotencyKey: key });
    const { speakers, payer, isPrivate, about, spot } = opening;
    let threadId: string | null = null;
    try {
      const thread = { name: title, isPrivate, memberId: member.id };
      const { messageId } = about ?? {};
      threadId = spot?.id ?? (await threads.open(channelId, { ...thread, ...(messageId && { messageId }) }));
      const talk: NewTalk = {
        threadId,
        guildId,
        conversationId: body.id,
        memberId: member.id,
        title,
        channelId,
        uploadLimit,
        locale,
        speakers,
        payer,
        isQuiet,
        ...(spot && { lastHeard: spot.heard }),
      };
      await turns.begin(threadId, async () => {
        await store.add(talk, { id: key, authorId: member.id, authorName: member.name, content });
        if (!spot) await showQuestion(talk, opening, { asked, price: body.price });
        if (untaken) await messenger.send(talk.threadId, hintWords(t.message(untaken)), `${body.id}/untaken`);
      });
      return threadId;
    } catch (error) {
      await undo(member.id, body.id, threadId);
      throw error instanceof AppError ? error : new AppError('internal', unopened, { cause: error });
    }
  };
}

export type StartTalk = ReturnType<typeof createOpening>;
