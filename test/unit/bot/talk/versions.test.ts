import { expect, test } from 'vitest';
import { chosenVersion } from '../../../../src/bot/talk/versions.js';
import type { ChosenVersion } from '../../../../src/contract/agent-versions.js';

const part = (content: string, runId: string, finishReason: 'length' | 'stop'): ChosenVersion['message'] => ({
  id: `msg_${runId}`,
  conversation_id: 'cnv_1',
  run_id: runId,
  role: 'agent',
  content,
  attachments: [
    { name: `${runId}.png`, url: `https://files.example/${runId}.png`, content_type: 'image/png' },
  ],
  client_message_id: null,
  finish_reason: finishReason,
  replaced_by: null,
  seq: 1,
  created_at: '2026-01-01T00:00:00.000Z',
});

test('a chosen version is shown with what continued it, and a branch begins after that', () => {
  const message = part('One', 'run_1', 'length');
  const continued = [part('and more', 'run_2', 'stop')];
  expect(chosenVersion({ message, continued, number: 1, versions: 2 })).toEqual({
    answer: {
      text: 'One\n\nand more',
      attachments: [...message.attachments, ...continued[0]!.attachments],
      reason: 'stop',
    },
    version: { at: 1, of: 2, runId: 'run_2' },
  });
});

test('a version that ended early can be continued', () => {
  const message = part('One', 'run_1', 'length');
  expect(chosenVersion({ message, continued: [], number: 2, versions: 2 })).toMatchObject({
    answer: { text: 'One', reason: 'length' },
    version: { at: 2, of: 2, runId: 'run_1' },
  });
});
