import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/contract/events.js';
import { createAcceptProposal } from '../../../../src/service/agents/acceptance.js';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import { createLimits } from '../../../../src/service/moderation/limits.js';
import { createRigRoom } from '../../../support/rig-room.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { mia, openTalk, type Talk } from './talks.js';

/** A proposal that its user accepts: what it starts is started once, in the transaction that closes it. */
onEveryServiceEngine((openDatabase) => {
  let talk: Talk;
  let room: ReturnType<typeof createRigRoom>;
  let told: AgentEvent[];
  beforeEach(async () => {
    talk = await openTalk(await openDatabase());
    room = createRigRoom({ db: talk.db, holds: createHolds(talk.clock) });
    told = [];
  });
  afterEach(() => talk.db.close());

  const startProcess = () =>
    createAcceptProposal({
      db: talk.db,
      limits: createLimits({ clock: talk.clock, secret: undefined }),
      proposals: talk.proposals,
      rigs: room.rigs,
      calls: { accept: () => Promise.reject(new Error('no tool was proposed')) },
      tell: (event) => told.push(event),
    });
  const press = (id: string, { userId = mia, accept = startProcess() } = {}) =>
    accept({ userId, voucher: null }, talk.id, id);
  const offerRig = () =>
    talk.propose({
      kind: 'generation',
      title: 'Make a fox',
      request: { type: 'text', prompt: 'a fox' },
      generation: {
        type: 'text',
        pipeline_id: 'clay',
        pipeline_name: 'Clay',
        prompt: 'a fox',
        images: 0,
        seed: null,
        parameters: {},
        credits: 10,
        estimated_seconds: 4,
      },
    });
  const balance = () => talk.ledger.readBalance(talk.db, mia);
  const statusOf = async (id: string) =>
    (await talk.proposals.find(talk.db, mia, talk.id, id))?.proposal.status;

  test('starts one rig when two processes accept it at once, and both answer with that rig', async () => {
    const id = await offerRig();
    const before = await balance();
    const accepted = await Promise.all(
      [startProcess(), startProcess()].map((accept) => press(id, { accept })),
    );
    expect(room.started).toHaveLength(1);
    const { generation } = room.started[0]!;
    for (const one of [...accepted, await press(id)])
      expect(one).toMatchObject({
        proposal: { status: 'accepted', generation_id: generation.id },
        generation: { id: generation.id },
      });
    expect(told).toMatchObject([{ type: 'agent_proposal', data: { id, status: 'accepted' } }]);
    expect(await balance()).toMatchObject({ available: before.available - 10, held: 10 });
  });

  test('starts nothing once it has expired', async () => {
    const id = await offerRig();
    await talk.clock.advance(3_600_000);
    await expect(press(id)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('expired'),
    });
    expect(room.started).toEqual([]);
  });

  test('starts nothing when it is declined at the same time, or is declined too late', async () => {
    const id = await offerRig();
    const [accepted, declined] = await Promise.all([
      press(id).catch(() => null),
      talk.db.transaction((t) => talk.proposals.decide(t, id, 'dismissed')),
    ]);
    expect([accepted, declined].filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(room.started).toHaveLength(accepted ? 1 : 0);
    expect(await statusOf(id)).toBe(accepted ? 'accepted' : 'dismissed');
    expect((await balance()).held).toBe(accepted ? 10 : 0);
  });

  test('stays open and holds no credits when its rig cannot be paid', async () => {
    const id = await offerRig();
    const holds = createHolds(talk.clock);
    const rest = { userId: mia, credits: (await balance()).available, subject: 'other' };
    await talk.db.transaction((t) => holds.place(t, rest));
    await expect(press(id)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect([await statusOf(id), told]).toEqual(['open', []]);
    await talk.db.transaction((t) => holds.release(t, rest.subject));
    expect(await press(id)).toMatchObject({ proposal: { status: 'accepted' } });
  });

  test('is not found by another user', async () => {
    const id = await offerRig();
    await expect(press(id, { userId: 'usr_max' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await statusOf(id)).toBe('open');
  });

  test('starts no rig when it offers credits', async () => {
    const id = await talk.propose({
      kind: 'top_up',
      title: 'Buy credits',
      request: { pack_id: 'small' },
      top_up: {
        pack_id: 'small',
        pack_name: 'Small',
        credits: 100,
        prices: [{ currency: 'SOL', amount: '0.02' }],
      },
    });
    expect(await press(id)).toMatchObject({ proposal: { status: 'accepted' }, generation: null });
    expect(room.started).toEqual([]);
  });
});
