import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent } from '../../src/contract/events.js';
import type { Chance } from './discord.js';

/** The events of one answer, each at its time in ms from the start. */
export type Stream = { text: string; events: { at: number; event: AgentEvent }[] };

/** Pieces as models produce them: a short word, or some letters of a long one. */
const tokensOf = (text: string): string[] => text.match(/\s?[^\s]{1,5}|\s+/gu) ?? [];

/** Documents with headings, tables, code and links, as agents write them: those of this repository. */
export function readDocuments(root: string): string[] {
  const folders = ['.', 'src', 'src/playground', 'src/playground/discord', 'src/engine'];
  return folders.flatMap((folder) => {
    const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
    return names.flatMap((name) => readFileSync(join(root, folder, name), 'utf8').split(/\n(?=## )/));
  });
}

const pieces = [
  'word ',
  'two words ',
  'A sentence. ',
  '\n',
  '\n\n',
  '**bold** ',
  '`code` ',
  '- item\n',
  '😀 ',
  '👨‍👩‍👧 ',
  '漢字',
];
const fence = '\n```ts\nconst a = 1;\n\nconst b = a + 1;\n```\n';

/** Words, markers and code in random order. */
export function inventText(chance: Chance, length: number): string {
  let text = '';
  while (text.length < length) text += chance() < 0.03 ? fence : pieces[Math.floor(chance() * pieces.length)];
  return text.trim();
}

const createdAt = '2026-01-01T00:00:00.000Z';

/**
 * A text as a stream of deltas, with the agent's steps between them, at a number of events a second: evenly, or in
 * bursts as from a busy model.
 */
export function streamOf(
  text: string,
  run: { conversationId: string; runId: string; perSecond: number; chance: Chance; seconds: number },
): Stream {
  const { conversationId, runId, perSecond, chance, seconds } = run;
  const tokens = tokensOf(text);
  const count = Math.max(2, Math.min(tokens.length, Math.round(perSecond * seconds)));
  const isBursty = chance() < 0.5;
  const events: Stream['events'] = [];
  let at = 0;
  let written = 0;
  const tell = (type: AgentEvent['type'], data: object) => {
    const seq = events.length + 1;
    const base = {
      id: `evt_${seq}`,
      seq,
      conversation_id: conversationId,
      run_id: runId,
      created_at: createdAt,
    };
    events.push({ at, event: { ...base, type, data } as AgentEvent });
  };
  tell('agent_progress', { step: 'start', label: 'Reading your message', percent: null, tool: null });
  for (let part = 0; part < count; part += 1) {
    const gap = isBursty ? (chance() < 0.1 ? 5 : 0.55) : 0.5 + chance();
    at += (1_000 / perSecond) * gap;
    const from = Math.floor((part * tokens.length) / count);
    const delta = tokens.slice(from, Math.floor(((part + 1) * tokens.length) / count)).join('');
    if (delta === '')
      tell('agent_progress', { step: 'look', label: `Step ${part}`, percent: part, tool: null });
    else tell('agent_response', { message_id: 'msg_1', delta, text_offset: written, is_final: false });
    written += delta.length;
  }
  at += (1_000 / perSecond) * chance();
  const end = { message_id: 'msg_1', text, finish_reason: 'stop', attachments: [], usage: { credits: 0 } };
  tell('agent_complete', end);
  return { text, events };
}
