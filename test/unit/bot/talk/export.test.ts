import { expect, test } from 'vitest';
import { exportTalk } from '../../../../src/bot/talk/export.js';
import type { KeptTalk } from '../../../../src/bot/talk/talk.js';
import type { Message } from '../../../../src/contract/agents.js';
import { t } from '../../../support/copy.js';

const message = (role: Message['role'], content: string): Message => ({
  id: `msg_${content.length}`,
  conversation_id: 'cnv_1',
  run_id: 'run_1',
  role,
  content,
  seq: 1,
  attachments: [],
  client_message_id: null,
  finish_reason: null,
  replaced_by: null,
  created_at: '2026-01-02T03:04:05.000Z',
});
const markdown = (title: string, ...messages: Message[]): string =>
  exportTalk(
    { title, conversationId: 'cnv_1' } as KeptTalk,
    messages,
    { format: 'markdown', maxBytes: 1_000_000 },
    t,
  ).bytes.toString();

/** Lines that a reader of the file parses as headings. */
function headings(text: string): string[] {
  let open: string | null = null;
  return text.split('\n').filter((line) => {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (mark && (open === null || line.trim() === open)) open = open === null ? mark : null;
    return open === null && line.startsWith('#');
  });
}

test.each([
  ['```js\nlet a = 1'],
  ['````\n```\nnot the end'],
  ['~~~\n```'],
  ['```\nwhole\n```'],
  ['```\nwhole\n```\n```again'],
  ['no code'],
])('after %j the answer still belongs to the agent', (said) => {
  const text = markdown('Foxes', message('user', said), message('agent', 'Here it is.'));
  expect(headings(text)).toEqual([
    '# Foxes',
    '## You · 2026-01-02 03:04 UTC',
    '## Agent · 2026-01-02 03:04 UTC',
  ]);
});

test('a title of fence markers alone is replaced with a default', () => {
  expect(markdown('```js let a', message('user', 'x'))).toMatch(/^# js let a\n/);
  expect(markdown('```', message('user', 'x'))).toMatch(/^# Conversation with the agent\n/);
});
