import { expect, it } from 'vitest';
import type { NoticeStore } from '../../../../src/bot/notices/store.js';
import { createRigNotifier } from '../../../../src/bot/rig/notifier.js';
import type { RigJob } from '../../../../src/bot/rig/rows.js';
import { languages } from '../../../support/copy.js';
import { job, mia } from '../cards/sample.js';

/** A rig that is delivered, and what Discord says about the edit of its card. */
async function delivers(changes: Partial<RigJob>, answer: 'edited' | 'gone') {
  const edited: string[] = [];
  const told: Parameters<NoticeStore['tell']>[0][] = [];
  const rig: RigJob = {
    ...job({ status: 'succeeded', finished_at: '2026-01-01T00:01:00.000Z' }),
    ...changes,
  };
  const editing = (by: string) => async () => {
    edited.push(by);
    return answer;
  };
  const { deliver } = createRigNotifier({
    flow: { find: async () => rig, files: async () => ({ preview: null, turntable: null, model: null }) },
    messages: { copiesOf: async () => [], pinged: async () => undefined },
    messenger: { edit: editing('bot'), editPrivate: editing('member'), deliver: async () => 'ping' },
    notices: { tell: async (notice) => void told.push(notice) },
    languages,
    pauseMs: () => 60_000,
  });
  const waitMs = await deliver(rig.id);
  return { edited, told, waitMs };
}

it('a private rig is shown where only its member sees it', async () => {
  expect(await delivers({ isPrivate: true }, 'edited')).toEqual({
    edited: ['member'],
    told: [],
    waitMs: undefined,
  });
});

it('a private rig that ends after Discord takes no edit is told to its member alone', async () => {
  const { told } = await delivers({ isPrivate: true }, 'gone');
  expect(told).toMatchObject([{ id: 'rig_unseen/gen_1', memberId: mia, kind: 'rig_unseen' }]);
});

it('a private rig in progress does not wait for the limit of its channel, and a public one does', async () => {
  const running = {
    ...job(),
    generation: { ...job().generation, status: 'running', finished_at: null },
  } as RigJob;
  expect(await delivers({ ...running, isPrivate: true }, 'gone')).toMatchObject({
    edited: ['member'],
    told: [],
  });
  expect(await delivers(running, 'edited')).toMatchObject({ edited: [], waitMs: 60_000 });
});
