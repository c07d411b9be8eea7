import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createSeal } from '../../src/base/seal.js';
import { note } from '../../src/bot/cards/card.js';
import type { Command } from '../../src/bot/command.js';
import { createSendDirect } from '../../src/bot/delivery/direct.js';
import { createMessenger } from '../../src/bot/delivery/messenger.js';
import { createOutboxStore } from '../../src/bot/delivery/outbox.js';
import type { Flows } from '../../src/bot/features.js';
import { createAdmission } from '../../src/bot/interaction/admission.js';
import { createAnswering } from '../../src/bot/interaction/answering.js';
import { createRouter } from '../../src/bot/interaction/router.js';
import { createInteractionStore } from '../../src/bot/interaction/store.js';
import { createNoticesFeature } from '../../src/bot/notices/feature.js';
import { createNoticeStore } from '../../src/bot/notices/store.js';
import { openBotDatabase } from '../support/bot-database.js';
import { languages } from '../support/copy.js';
import { queued } from '../support/outbox.js';
import { servesAll } from '../support/served.js';
import { channelId, startBot, startDiscord } from './local-discord/world.js';

/** Notices from the store to the message a person reads in Discord, through a real client. */

const me = { name: 'me', description: 'Me' };
const command: Command = {
  data: me,
  actions: { '': { acknowledge: 'private', run: async () => note('Here you are', 'That is you.') } },
};

async function openPost() {
  const discord = await startDiscord();
  const db = await openBotDatabase();
  onTestFinished(() => void db.close());
  const outbox = createOutboxStore(db, systemClock);
  const notices = createNoticeStore({ db, clock: systemClock, outbox });
  const feature = createNoticesFeature({
    db,
    notices,
    languages,
    sendDirect: (...message) => sendDirect(...message),
  });
  /** What one process keeps in memory. */
  const startProcess = () => {
    const answering = createAnswering({
      languages,
      flows: {} as Flows,
      pendingNotices: feature.hooks.pendingNotices,
      interactions: createInteractionStore({
        served: servesAll,
        db,
        seal: createSeal(['11'.repeat(32)]),
        clock: systemClock,
      }),
      admission: createAdmission(systemClock),
      clock: systemClock,
      log: silentLog,
    });
    return createRouter({
      commands: [command],
      flows: {} as Flows,
      answering,
      payloadOf: () => undefined,
      log: silentLog,
    });
  };
  let route = startProcess();
  let answered = 0;
  const { client } = await startBot(discord, [me], async (interaction) => {
    await route(interaction);
    answered += 1;
  });
  const sendDirect = createSendDirect(client.rest, createMessenger(client.rest));

  const mia = discord.as('mia');
  const welcome = channelId(discord, 'welcome');
  const texts = (channel: string) => mia.see(channel).map(({ components }) => JSON.stringify(components));
  return {
    discord,
    mia,
    direct: () => texts(mia.dm('greeter')),
    tell: (id: string) =>
      notices.tell({
        id,
        memberId: mia.member.id,
        kind: 'takeover_asked',
        address: 'FFc7UiPVNHbFDDKzP3QJgwwoERdfb5hu8H1WYyBLCYwY',
        refersAt: 0,
      }),
    async deliver() {
      for (const { subject } of await queued(db)) await feature.outbox.notice.deliver(subject);
    },
    restarts() {
      route = startProcess();
    },
    /** Discord refuses the next message below an answer. */
    refusesNext: () =>
      discord.faults.rest({ kind: 'refusal', code: 50013, method: 'POST', path: '/webhooks/*/*', times: 1 }),
    /** Runs the command as often as given, at the same time. @returns the messages only mia can read then */
    async asks(times = 1): Promise<string[]> {
      const before = mia.see(welcome).length;
      const runs = answered;
      const presses = Array.from({ length: times }, () => mia.run({ channelId: welcome, command: 'me' }));
      await Promise.all(presses);
      await expect.poll(() => answered).toBe(runs + times);
      return texts(welcome).slice(before);
    },
  };
}

const warning = 'Someone else is claiming your wallet';

it('a notice is a direct message, once however often it is delivered', async () => {
  const { discord, direct, tell, deliver, asks } = await openPost();
  await tell('a');
  await tell('a');
  await deliver();
  await deliver();
  expect(direct()).toHaveLength(1);
  expect(direct()[0]).toContain(warning);
  expect(await asks()).toHaveLength(1);
  expect(discord.problems()).toEqual([]);
});

it('a notice to a member with closed direct messages is shown once below the next answer, visible only to the member', async () => {
  const { discord, mia, direct, tell, deliver, asks } = await openPost();
  mia.allowDms(false);
  await tell('a');
  await deliver();
  const [answer, below, ...more] = await asks();
  expect([answer, below]).toEqual([
    expect.stringContaining('Here you are'),
    expect.stringContaining(warning),
  ]);
  expect(more).toEqual([]);
  expect(await asks()).toEqual([expect.stringContaining('Here you are')]);
  expect(discord.as('sam').see(channelId(discord, 'welcome'))).toEqual([]);
  mia.allowDms(true);
  await deliver();
  expect(direct()).toEqual([]);
});

it('a notice that Discord refused below one answer goes below the next, also after a restart', async () => {
  const { mia, tell, deliver, asks, restarts, refusesNext } = await openPost();
  mia.allowDms(false);
  await tell('a');
  await deliver();
  refusesNext();
  expect(await asks()).toEqual([expect.stringContaining('Here you are')]);
  restarts();
  const [, below, ...more] = await asks();
  expect(below).toContain(warning);
  expect(more).toEqual([]);
  expect(await asks()).toEqual([expect.stringContaining('Here you are')]);
});

it('a notice is shown once when several answers of its member end at the same time', async () => {
  const { mia, tell, deliver, asks } = await openPost();
  mia.allowDms(false);
  await tell('a');
  await deliver();
  const shown = await asks(5);
  expect(shown.filter((text) => text.includes('Here you are'))).toHaveLength(5);
  expect(shown.filter((text) => text.includes(warning))).toHaveLength(1);
});
