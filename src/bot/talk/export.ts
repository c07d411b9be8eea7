import { gzipSync } from 'node:zlib';
import { AppError } from '../../base/errors.js';
import type { Message } from '../../contract/agents.js';
import type { KeptTalk } from './store.js';

export const exportFormats = ['markdown', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Closes an open code block, so that it doesn't include the rest of the file. */
function closeFence(content: string): string {
  let open: string | null = null;
  for (const line of content.split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (!mark) continue;
    if (open === null) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && /^\s*[`~]+\s*$/.test(line)) open = null;
  }
  return open === null ? content : `${content}\n${open}`;
}

/** Leaves out regenerated answers; only the JSON export has them. */
function markdownOf({ title, conversationId }: KeptTalk, messages: readonly Message[]): string {
  const parts = messages
    .filter(({ replaced_by }) => !replaced_by)
    .map(({ role, content, attachments, created_at, finish_reason }) =>
      [
        `## ${role === 'user' ? 'You' : 'Agent'} · ${minute(created_at)} UTC`,
        closeFence(content),
        ...attachments.map(({ name }) => `*File: ${name}*`),
        ...(finish_reason === 'canceled' ? ['*Stopped.*'] : []),
      ].join('\n\n'),
    );
  return `${[`# ${title.replace(/[`~#]+/g, '').trim() || 'Conversation with the agent'}`, `Conversation ${conversationId}`, ...parts].join('\n\n')}\n`;
}

const jsonOf = ({ title, conversationId }: KeptTalk, messages: readonly Message[]): string =>
  `${JSON.stringify({ conversation_id: conversationId, title, messages }, null, 2)}\n`;

/** A conversation as a file, gzipped when over Discord's limit. @throws AppError `too_large` */
export function exportTalk(
  talk: KeptTalk,
  messages: readonly Message[],
  { format, maxBytes }: { format: ExportFormat; maxBytes: number },
): { name: string; bytes: Buffer } {
  const name = format === 'json' ? 'talk.json' : 'talk.md';
  const bytes = Buffer.from(format === 'json' ? jsonOf(talk, messages) : markdownOf(talk, messages));
  if (bytes.length <= maxBytes) return { name, bytes };
  const packed = gzipSync(bytes);
  if (packed.length <= maxBytes) return { name: `${name}.gz`, bytes: packed };
  throw new AppError(
    'too_large',
    'This conversation is too large for one Discord file. Ask a moderator for it.',
  );
}
