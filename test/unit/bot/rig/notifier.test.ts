import { expect, it } from 'vitest';
import type { NoticeStore } from '../../../../src/bot/notices/store.js';
import { createRigNotifier } from '../../../../src/bot/rig/notifier.js';
import type { RigJob } from '../../../../src/bot/rig/rows.js';
import { languages } from '../../../support/copy.js';

/** A rig whose message was deleted while it was made. */

const job = (changes: object = {}, status = 'succeeded') =>
  ({
    id: 'gen_1',
    memberId: '700000000000000101',
    channelId: '1',
    messageId: '2',
    deletedAt: null,
    owesPing: false,
    ...changes,
    generation: {
      id: 'gen_1',
      type: 'text',
      status,
      finished_at: status === 'running' ? null : '2026-01-01T00:00:00Z',
      progress: 50,
      stage: 'model',
      input: { prompt: 'a fox' },
      output: null,
      error: null,
      credits: { held: 8, charged: 8, refunded: 0 },
    },
  }) as unknown as RigJob;

async function deliver(rig: RigJob, edited: 'edited' | 'gone') {
  const notices: Parameters<NoticeStore['tell']>[0][] = [];
  const notifier = createRigNotifier({
    flow: {
      find: async () => rig,
      files: async () => ({ preview: null, turntable: null, model: null }),
    },
    messages: {
      copiesOf: async () => [],
      pinged: async () => undefined,
    },
    messenger: {
      edit: async () => edited,
      editPrivate: async () => edited,
      deliver: async () => '3',
    },
    notices: { tell: async (notice) => void notices.push(notice) },
    languages,
    pauseMs: () => 0,
  });
  await notifier.deliver(rig.id);
  return notices;
}

it('is told to its member once it has ended, under one id', async () => {
  const [notice, ...more] = await deliver(job({}, 'failed'), 'gone');
  expect(notice).toMatchObject({
    id: 'rig_unseen/gen_1',
    kind: 'rig_unseen',
    memberId: '700000000000000101',
  });
  expect(more).toEqual([]);
});

it.each([
  ['its message is there', job({}, 'failed'), 'edited'],
  ['it goes on', job({}, 'running'), 'gone'],
  ['its member deleted it', job({ deletedAt: 1 }, 'failed'), 'gone'],
  ['its member is pinged anyway', job({ owesPing: true }, 'failed'), 'gone'],
] as const)('is not told where %s', async (_, rig, edited) => {
  expect(await deliver(rig, edited)).toEqual([]);
});
