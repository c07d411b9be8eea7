import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.js';
import { createPoller } from '../../../src/client/events/poller.js';
import type { Message } from '../../../src/contract/agents.js';
import { manualClock } from '../../support/clock.js';

const said = (seq: number, role: Message['role'], run: string, content: string, id: string | null = null) =>
  ({
    id: `m${seq}`,
    role,
    run_id: run,
    content,
    client_message_id: id,
    seq,
    attachments: [],
  }) as unknown as Message;

it('waits for the answer to the pending message, not to the one before, while that message is still on its way', async () => {
  const clock = manualClock();
  const stored = [said(1, 'user', 'run_a', 'Tell me more', '1'), said(5, 'agent', 'run_a', 'About what?')];
  const answers: string[] = [];
  const call = async (_: unknown, { query }: { query: { after_seq: number } }) => ({
    body: { data: stored.filter(({ seq }) => seq > query.after_seq), has_more: false, next_cursor: null },
  });
  createPoller({ clock, log: silentLog }).start({
    conversationId: 'c',
    service: { call: call as never },
    afterSeq: () => 5,
    runId: () => (answers.length === 0 ? 'run:2' : null),
    silentMs: () => 60_000,
    hearing: () => 'nothing',
    onGrowth: () => undefined,
    onAnswer: (run, { content }) => void answers.push(`${run}: ${content}`),
    onLost: () => undefined,
  });
  await clock.advance(20_000);
  expect(answers).toEqual([]);
  stored.push(said(6, 'user', 'run_b', 'What can you do?', '2'), said(9, 'agent', 'run_b', 'Make rigs.'));
  await clock.advance(20_000);
  expect(answers).toEqual(['run_b: Make rigs.']);
});
