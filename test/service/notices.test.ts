import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createSeal } from '../../src/base/seal.js';
import { openDatabase, write } from '../../src/base/store.js';
import { createAdmission } from '../../src/bot/admission.js';
import { createAnswering } from '../../src/bot/answering.js';
import { note } from '../../src/bot/cards/card.js';
import { noticeCard } from '../../src/bot/cards/wallet.js';
import type { Command, Flows } from '../../src/bot/command.js';
import { createSendDirect } from '../../src/bot/direct.js';
import { createInteractionStore } from '../../src/bot/interaction-store.js';
import { createNoticeStore } from '../../src/bot/link/notice.js';
import { createMessenger } from '../../src/bot/messenger.js';
import { createOutboxStore } from '../../src/bot/outbox.js';
import { createRouter } from '../../src/bot/router.js';
import { channelId, startBot, startDiscord } from './local-discord/world.js';

/** Notices from the store to the message a person reads in Discord, through a real client. */

const me = { name: 'me', description: 'Me' };
const command: Command = {
  data: me,
  actions: { '': { acknowledge: 'private', run: async () => note('Here you are', 'That is you.') } },
};

async function openPost() {
  const discord = await startDiscord();
  const db = await openDatabase(':memory:', resolve('data/migrations/bot'));
  onTestFinished(() => void db.close());
  const outbox = createOutboxStore(db, systemClock);
  const notices = createNoticeStore({ db, clock: systemClock, outbox });
  const untold = async (memberId: string) => (await notices.takeUntold(memberId)).map(noticeCard);
  const answering = createAnswering({
    flows: {} as Flows,
    untold,
    interactions: createInteractionStore({ db, seal: createSeal(['11'.repeat(32)]), clock: systemClock }),
    admission: createAdmission(systemClock),
    clock: systemClock,
    log: silentLog,
  });
  const route = createRouter({
    commands: [command],
    flows: {} as Flows,
    answering,
    payloadOf: () => undefined,
    log: silentLog,
  });
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
    tell(id: string) {
      const notice = { id, memberId: mia.member.id, kind: 'takeover_asked', refersAt: 0 } as const;
      write(db, () => notices.put({ ...notice, address: 'FFc7UiPVNHbFDDKzP3QJgwwoERdfb5hu8H1WYyBLCYwY' }));
    },
    /** The part of the program's outbox that delivers notices. */
    async deliver() {
      for (const { subject } of await outbox.due(10)) {
        const found = await notices.find(subject);
        if (found) await notices.done(subject, await sendDirect(found.memberId, noticeCard(found), subject));
      }
    },
    /** Runs the command. @returns the messages only mia can read then */
    async asks(): Promise<string[]> {
      const before = mia.see(welcome).length;
      const runs = answered;
      await mia.run({ channelId: welcome, command: 'me' });
      await expect.poll(() => answered).toBe(runs + 1);
      return texts(welcome).slice(before);
    },
  };
}

const warning = 'Someone else is claiming your wallet';

it('a notice is a direct message, once however often it is delivered', async () => {
  const { discord, direct, tell, deliver, asks } = await openPost();
  tell('a');
  tell('a');
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
  tell('a');
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
