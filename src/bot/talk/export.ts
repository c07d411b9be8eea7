import { gzipSync } from 'node:zlib';
import { AppError } from '../../base/errors.js';
import type { Message } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import type { KeptTalk } from './talk.js';

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
function markdownOf({ title, conversationId }: KeptTalk, messages: readonly Message[], t: Translate): string {
  const parts = messages
    .filter(({ replaced_by }) => !replaced_by)
    .map(({ role, content, attachments, created_at, finish_reason }) =>
      [
        `## ${t(role === 'user' ? 'talk.export.file.user' : 'talk.export.file.agent', { time: minute(created_at) })}`,
        closeFence(content),
        ...attachments.map(({ name }) => `*${t('talk.export.file.attachment', { name })}*`),
        ...(finish_reason === 'canceled' ? [`*${t('talk.answer.stopped')}*`] : []),
      ].join('\n\n'),
    );
  const name = title.replace(/[`~#]+/g, '').trim() || t('talk.export.file.untitled');
  const about = t('talk.export.file.conversation', { id: conversationId });
  return `${[`# ${name}`, about, ...parts].join('\n\n')}\n`;
}

const jsonOf = ({ title, conversationId }: KeptTalk, messages: readonly Message[]): string =>
  `${JSON.stringify({ conversation_id: conversationId, title, messages }, null, 2)}\n`;

/** A conversation as a file, gzipped when over Discord's limit. @throws AppError `too_large` */
export function exportTalk(
  talk: KeptTalk,
  messages: readonly Message[],
  { format, maxBytes }: { format: ExportFormat; maxBytes: number },
  t: Translate,
): { name: string; bytes: Buffer } {
  const name = format === 'json' ? 'talk.json' : 'talk.md';
  const bytes = Buffer.from(format === 'json' ? jsonOf(talk, messages) : markdownOf(talk, messages, t));
  if (bytes.length <= maxBytes) return { name, bytes };
  const packed = gzipSync(bytes);
  if (packed.length <= maxBytes) return { name: `${name}.gz`, bytes: packed };
  throw new AppError('too_large', reason('talk.error.too_large_to_export'));
}
