import { expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createLeases } from '../../../../src/base/shared/leases.js';
import { note } from '../../../../src/bot/cards/card.js';
import type { Flows } from '../../../../src/bot/features.js';
import type { Acted } from '../../../../src/bot/interaction/acted.js';
import { createAdmission } from '../../../../src/bot/interaction/admission.js';
import { createAnswering } from '../../../../src/bot/interaction/answering.js';
import { createInteractionStore } from '../../../../src/bot/interaction/store.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';
import { languages } from '../../../support/copy.js';

/** A process that lives on, but could not answer because the database was away for a moment. */

async function startProcess() {
  const clock = manualClock();
  const db = await openBotDatabase();
  const lease = await createLeases({ db, clock, owner: 'test' }).take('bot/a');
  const state = { isAway: false };
  const whileThere = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (state.isAway) throw new Error('the database is away');
    return answer();
  };
  const store = createInteractionStore({
    db: { ...db, transaction: (body, options) => whileThere(() => db.transaction(body, options)) },
    seal: createSeal(['11'.repeat(32)]),
    clock,
    served: { member: () => `${lease?.name}/${lease?.fence}` },
  });
  const answering = createAnswering({
    flows: {} as Flows,
    pendingNotices: async () => [],
    languages: { ...languages, ofMember: (...of) => whileThere(() => languages.ofMember(...of)) },
    interactions: store,
    admission: createAdmission(clock),
    clock,
    log: silentLog,
  });
  const unfinished = () => db.all(`SELECT id FROM interaction WHERE state <> 'answered'`);
  return { state, store, answering, unfinished };
}

/** A command whose acknowledgement Discord takes. */
const command = (acknowledged: () => void) => {
  const interaction = {
    id: '5',
    applicationId: '1',
    token: 'secret',
    guildId: '7',
    locale: 'en-US',
    guildLocale: 'en-US',
    user: { id: '2', username: 'mia' },
    deferred: false,
    async deferReply() {
      acknowledged();
      interaction.deferred = true;
      return { resource: { message: { id: '9' } } };
    },
    editReply: async () => ({ id: '9' }),
  };
  return interaction as unknown as Acted;
};
const action = { acknowledge: 'public', isRepeatable: true, run: async () => note('Done', 'Here.') } as const;
const mine = () => true;

it('an interaction whose database went away after it was stored is taken over as soon as it is back', async () => {
  const { state, store, answering } = await startProcess();
  const interaction = command(() => {
    state.isAway = true;
  });
  const payload = { type: 2 };
  const acting = answering.act({ interaction, action, argument: '', command: '/buy', payload });
  await expect(acting).rejects.toThrow('away');
  await expect(answering.handBack()).rejects.toThrow('away');
  state.isAway = false;
  expect(await store.takeOver(mine)).toEqual([]);
  await answering.handBack();
  expect(await store.takeOver(mine)).toMatchObject([{ id: '5', token: 'secret', command: '/buy', payload }]);
  await answering.handBack();
  expect(await store.takeOver(mine)).toEqual([]);
});

it('an answer that was shown while the database was away is noted later, so that it is not given again', async () => {
  const { state, answering, unfinished } = await startProcess();
  const run = async () => {
    state.isAway = true;
    return note('Done', 'Here.');
  };
  await answering
    .act({ interaction: command(() => undefined), action: { ...action, run }, argument: '', command: '/buy' })
    .catch(() => undefined);
  expect(await unfinished()).toEqual([{ id: '5' }]);
  await expect(answering.handBack()).rejects.toThrow('away');
  state.isAway = false;
  await answering.handBack();
  expect(await unfinished()).toEqual([]);
});
