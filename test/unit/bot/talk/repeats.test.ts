import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { silentLog } from '../../../../src/base/log.js';
import { createAccess } from '../../../../src/bot/talk/access.js';
import { createParticipantStore } from '../../../../src/bot/talk/participants.js';
import { createRepeats } from '../../../../src/bot/talk/repeats.js';
import { createTalkStores, type TalkStores } from '../../../../src/bot/talk/stores.js';
import { createTurns } from '../../../../src/bot/talk/turns.js';
import { createWaitingStore } from '../../../../src/bot/talk/waiting.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';
import { servesAll } from '../../../support/served.js';

let db: Database;
let stores: TalkStores;
beforeEach(async () => {
  db = await openBotDatabase();
  stores = createTalkStores({
    served: servesAll,
    db,
    clock: manualClock(),
    outbox: { put: async () => undefined },
  });
  const talk = {
    threadId: '10',
    guildId: '1',
    conversationId: 'cnv_1',
    memberId: 'mia',
    title: 'A talk',
    channelId: '1',
    uploadLimit: 1,
    locale: null,
    speakers: 'owner',
    payer: 'owner',
  } as const;
  await stores.talks.add(talk, {
    id: '100',
    authorId: 'mia',
    authorName: 'Mia',
    content: { content: 'Hello', attachments: [] },
  });
});
afterEach(() => db.close());

/** The bot with a service; `offers` names its endpoints besides posting a message. */
function openBot(offers: string[]) {
  const posted: [id: string, content: string][] = [];
  const regenerated: string[] = [];
  let isUp = true;
  const call = async (endpoint: { id: string }, { body }: { body: Record<string, string> }) => {
    if (!isUp) throw new AppError('provider_error');
    const id = body.client_message_id ?? '';
    if (endpoint.id === 'postMessage') {
      if (!posted.some(([before]) => before === id)) posted.push([id, body.content ?? '']);
      return { body: { run: { id: `run of ${id}`, finished_at: null } } };
    }
    if (!offers.includes(endpoint.id)) throw new AppError('not_found');
    regenerated.push(id);
    return { body: { run: { id: 'run_2' } } };
  };
  const sessions = { serviceOf: () => ({ call }) } as never;
  const nothing = () => undefined;
  const relay = {
    follow: nothing,
    follows: () => true,
    ready: async () => undefined,
    expect: nothing,
    fail: nothing,
    remake: nothing,
    isAnswering: () => false,
  };
  const waiting = createWaitingStore(db);
  const turns = createTurns({
    store: stores.talks,
    progress: stores.progress,
    waiting,
    sessions,
    relay,
    onRefused: async () => undefined,
    clock: manualClock(),
    log: silentLog,
  });
  const access = createAccess({ store: stores.talks, participants: createParticipantStore(db) });
  const repeats = createRepeats({
    store: stores.talks,
    progress: stores.progress,
    waiting,
    access,
    sessions,
    relay,
    turns,
  });
  return {
    turns,
    posted,
    regenerated,
    goes(up: boolean) {
      isUp = up;
    },
    retry: (run?: string) => repeats.retry({ memberId: 'mia', threadId: '10', ...(run && { run }) }),
  };
}

it('Try again regenerates the answer if the service can do that', async () => {
  const { turns, retry, regenerated, posted } = openBot(['regenerateAnswer']);
  await turns.next('10');
  await retry();
  expect([regenerated.length, posted.length]).toEqual([1, 1]);
  expect((await stores.talks.find('10'))?.runId).toBe('run_2');
});

it('Try again posts the message again if the service cannot regenerate, once a press', async () => {
  const { turns, retry, posted } = openBot([]);
  await turns.next('10');
  const { runId } = (await stores.talks.find('10'))!;
  await retry();
  await expect(retry(runId ?? '')).rejects.toThrow('talk.error.not_last');
  expect(posted.map(([, content]) => content)).toEqual(['Hello', 'Hello']);
  expect(new Set(posted.map(([id]) => id)).size).toBe(2);
});

it('the first message of a talk waits while the service is away, and Try again sends it', async () => {
  const { turns, retry, goes, posted } = openBot([]);
  goes(false);
  await turns.next('10');
  expect(posted).toEqual([]);
  await stores.progress.running('10', 'assumed-1'); // the thread's text meanwhile
  goes(true);
  await retry();
  expect(posted).toEqual([['100', 'Hello']]);
});

it('a talk that could not be opened leaves nothing pending', async () => {
  const { turns, posted } = openBot([]);
  await stores.talks.remove('10');
  await turns.next('10');
  expect(posted).toEqual([]);
  expect(await createWaitingStore(db).first('cnv_1')).toBeNull();
});
