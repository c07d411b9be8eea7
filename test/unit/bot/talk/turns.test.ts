import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { createLog } from '../../../../src/base/log.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createTalkStores, type TalkStores } from '../../../../src/bot/talk/stores.js';
import type { KeptTalk } from '../../../../src/bot/talk/talk.js';
import { createTurns } from '../../../../src/bot/talk/turns.js';
import { createWaitingStore, mostWaiting } from '../../../../src/bot/talk/waiting.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';
import { eventually } from '../../../support/eventually.js';
import { servesAll } from '../../../support/served.js';

onEveryEngine((openDatabase) => {
  const clock = manualClock();
  let db: Database;
  let stores: TalkStores;
  let talk: KeptTalk;
  beforeEach(async () => {
    db = await openDatabase();
    stores = createTalkStores({ served: servesAll, db, clock, outbox: createOutboxStore(db, clock) });
    const place = {
      threadId: '10',
      guildId: '1',
      conversationId: 'cnv_1',
      memberId: 'mia',
      channelId: '1',
      uploadLimit: 1,
      locale: null,
    };
    await stores.talks.add({ ...place, title: 'A talk', speakers: 'everybody', payer: 'owner' });
    talk = (await stores.talks.find('10'))!;
  });
  afterEach(() => db.close());

  /** A service that answers one message at a time, and each once. */
  function createService() {
    const runs = new Map<string, { id: string; finished_at: string | null }>();
    const heard: string[] = [];
    let refusal: AppError | null = null;
    const isBusy = () => [...runs.values()].some((run) => run.finished_at === null);
    return {
      heard,
      refuses(error: AppError | null) {
        refusal = error;
      },
      finishes() {
        for (const run of runs.values()) run.finished_at ??= 'now';
      },
      async call(_endpoint: object, { body }: { body: { client_message_id: string; content: string } }) {
        if (refusal) throw refusal;
        const before = runs.get(body.client_message_id);
        if (before) return { body: { run: before } };
        if (isBusy()) throw new AppError('conversation_busy');
        const run = { id: `run_${runs.size + 1}`, finished_at: null };
        runs.set(body.client_message_id, run);
        heard.push(body.content);
        return { body: { run } };
      },
    };
  }

  /** The bot, with the store of an earlier process. */
  function openTurns(service: ReturnType<typeof createService>) {
    const failures: string[] = [];
    const refused: [id: string, code: string, dropped: number][] = [];
    const turns = createTurns({
      store: stores.talks,
      progress: stores.progress,
      waiting: createWaitingStore(db),
      clock,
      log: createLog('silent'),
      sessions: { serviceOf: () => service } as never,
      relay: {
        follow: () => undefined,
        follows: () => true,
        ready: async () => undefined,
        expect: () => undefined,
        fail: (_, why) => void failures.push(why),
        isAnswering: () => false,
      },
      onRefused: async (_, { id }, error, dropped) => {
        refused.push([id, (error as AppError).code, dropped]);
      },
    });
    const say = (words: string, id = words) =>
      turns.say(talk, {
        id,
        authorId: 'mia',
        authorName: 'Mia',
        content: async () => ({ content: words, attachments: [] }),
      });
    /** The current answer ends, and the bot gets the event. */
    const goesOn = async () => {
      service.finishes();
      await turns.next('10');
    };
    return { turns, say, goesOn, refused, failures };
  }

  it('messages posted during an answer are sent after it, one by one, in order', async () => {
    const service = createService();
    const { turns, say, goesOn } = openTurns(service);
    const slow = turns.say(talk, {
      id: 'slow',
      authorId: 'sam',
      authorName: 'Sam',
      content: async () => {
        await Promise.resolve();
        return { content: 'slow', attachments: [] };
      },
    });
    expect(await Promise.all([slow, say('b'), say('c')])).toEqual(['said', 'waits', 'waits']);
    await turns.next('10');
    expect(service.heard).toEqual(['slow']);
    await goesOn();
    expect(await say('d')).toBe('waits');
    for (let more = 0; more < 4; more += 1) await goesOn();
    expect(service.heard).toEqual(['slow', 'b', 'c', 'd']);
    expect((await stores.talks.find('10'))?.runId).toBe('run_4');
  });

  it('queued messages survive a restart, and are sent although the end of the answer was missed', async () => {
    const service = createService();
    const { say } = openTurns(service);
    for (const words of ['a', 'b', 'c']) await say(words);
    service.finishes();
    const { turns } = openTurns(service);
    turns.resume();
    const hears = (...words: string[]) =>
      eventually(async () => {
        await clock.advance(10_000);
        expect(service.heard).toEqual(words);
      });
    await hears('a', 'b');
    service.finishes();
    await hears('a', 'b', 'c');
    await turns.stop();
  });

  it('the queue has a limit, and a later message is refused with a reason', async () => {
    const service = createService();
    const { turns, say, goesOn } = openTurns(service);
    await say('first');
    for (let at = 0; at < mostWaiting; at += 1) expect(await say(`w${at}`)).toBe('waits');
    await expect(say('one too many')).rejects.toMatchObject({ code: 'conversation_busy' });
    await expect(turns.checkRoom(talk)).rejects.toMatchObject({
      reason: { key: 'talk.error.queue_full', values: { count: mostWaiting } },
    });
    expect(await say('w0')).toBe('waits');
    await goesOn();
    expect(await say('later')).toBe('waits');
  });

  it('a message that Discord delivers twice, at any time, is sent once', async () => {
    const service = createService();
    const { say, goesOn } = openTurns(service);
    await Promise.all([say('a'), say('a'), say('b'), say('b')]);
    await goesOn();
    await say('c');
    await say('a'); // after the others, though it was answered long ago
    for (let more = 0; more < 4; more += 1) await goesOn();
    expect(service.heard).toEqual(['a', 'b', 'c']);
    expect((await stores.talks.find('10'))?.runId).toBe('run_3');
  });

  it('a stop discards queued messages, also one just being sent', async () => {
    const service = createService();
    const { turns, say, goesOn } = openTurns(service);
    await say('a');
    const late = say('b');
    expect(await turns.drop(talk)).toBe(1);
    expect(await late).toBe('waits');
    await goesOn();
    expect(service.heard).toEqual(['a']);
    expect(await turns.drop(talk)).toBe(0);
  });

  it('the end of a talk discards its queue', async () => {
    const service = createService();
    const { say, goesOn } = openTurns(service);
    await say('a');
    await say('b');
    await stores.talks.end('10');
    await stores.talks.reopen(talk);
    await goesOn();
    expect(service.heard).toEqual(['a']);
  });

  it('a message posted while the service is away waits as well, and is answered afterwards', async () => {
    const service = createService();
    const { say, goesOn, failures } = openTurns(service);
    for (const code of ['provider_unreachable', 'maintenance'] as const) {
      service.refuses(new AppError(code));
      expect(await say(code)).toBe(code === 'maintenance' ? 'waits' : 'unsent');
    }
    expect(failures.at(-1)).toBe('unsent');
    service.refuses(null);
    for (let more = 0; more < 2; more += 1) await goesOn();
    expect(service.heard).toEqual(['provider_unreachable', 'maintenance']);
  });

  it('a message that the service refuses for good, or with an unreadable reply, does not wait', async () => {
    const service = createService();
    const { say } = openTurns(service);
    for (const code of ['insufficient_credits', 'provider_mismatch', 'session_expired'] as const) {
      service.refuses(new AppError(code));
      await expect(say(code)).rejects.toMatchObject({ code });
    }
  });

  it('an edit changes a queued message, a deletion removes it, and neither changes a message that was sent', async () => {
    const service = createService();
    const { turns, say, goesOn } = openTurns(service);
    for (const words of ['a', 'b', 'c']) await say(words);
    const edited = async () => ({ content: 'better', attachments: [] });
    expect(await turns.change('10', 'a', edited)).toBe(false);
    expect(await turns.change('10', 'b', edited)).toBe(true);
    expect(await turns.change('10', 'c', null)).toBe(true);
    for (let more = 0; more < 3; more += 1) await goesOn();
    expect(service.heard).toEqual(['a', 'better']);
  });

  it('a conversation that rests is followed again when someone writes', async () => {
    const service = createService();
    const { say } = openTurns(service);
    await clock.advance(3_600_000);
    expect(await stores.talks.putToRest(clock.now())).toEqual(['10']);
    expect(await stores.talks.open()).toEqual([]);
    expect(await stores.talks.openOf('mia')).toEqual(['10']);
    talk = (await stores.talks.find('10'))!;
    expect(talk).toMatchObject({ isOpen: true, isIdle: true });
    expect(await say('still there?')).toBe('said');
    expect(await stores.talks.open()).toMatchObject([{ threadId: '10', isIdle: false }]);
    expect(await stores.talks.putToRest(clock.now() - 1)).toEqual([]);
  });

  it('while the service is away messages wait; a final refusal is reported with the messages dropped after it', async () => {
    const service = createService();
    const { say, goesOn, refused } = openTurns(service);
    for (const words of ['a', 'b', 'c', 'd']) await say(words);
    service.refuses(new AppError('provider_error'));
    await goesOn();
    service.refuses(new AppError('rate_limited'));
    await goesOn();
    expect(refused).toEqual([]);
    service.refuses(null);
    await goesOn();
    expect(service.heard).toEqual(['a', 'b']);
    service.refuses(new AppError('insufficient_credits'));
    await goesOn();
    expect(refused).toEqual([['c', 'insufficient_credits', 1]]);
    service.refuses(null);
    expect(await say('e')).toBe('said');
  });
});
