import { AppError } from '../../base/errors.js';
import { attachmentLimits, type SentAttachment } from '../../contract/agents.js';
import { createUpload } from '../../contract/rig.js';
import { type Attached, type AttachmentKind, type FetchAttachment, readText } from '../attachment.js';
import type { Sessions } from '../session/flow.js';
import { clip } from '../text.js';

/** A person's message as Discord has it. */
export type Words = { text: string; files: readonly Attached[] };

/** The message for the service. */
export type Content = { content: string; attachments: SentAttachment[] };

/** The service's limits for one message. */
const longestContent = 8_000;

const kindOf = ({ name, contentType }: Attached): AttachmentKind => {
  if (/^image\//.test(contentType ?? '') || /\.(?:png|jpe?g|webp|gif)$/i.test(name)) return 'picture';
  return /\.(?:glb|obj)$/i.test(name) ? 'model' : 'text';
};

/** Messages for files without text. */
const said = { picture: 'Make a character from this picture.', model: 'Rig this model.' } as const;

const textOf = ({ attachments }: Content): string =>
  attachments.flatMap(({ text }) => text ?? []).join('\n\n');

/**
 * Converts a person's message for the service: uploads pictures and models, and inlines text files, which Discord also
 * creates from messages that are too long.
 * @throws AppError when it is too large, empty or of an unsupported type
 */
export function createIntake({ fetch, sessions }: { fetch: FetchAttachment; sessions: Sessions }) {
  const take = async (memberId: string, file: Attached): Promise<SentAttachment> => {
    const kind = kindOf(file);
    const { bytes, type } = await fetch(file, kind);
    const told = { name: clip(file.name, 200), content_type: type, url: null };
    if (kind === 'text') return { ...told, text: readText(bytes) ?? '' };
    const body = { content_type: type, data: bytes.toString('base64') };
    const { upload_id } = (await sessions.serviceOf(memberId).call(createUpload, { body })).body;
    return { ...told, upload_id };
  };

  const takeAll = async (memberId: string, files: readonly Attached[]): Promise<SentAttachment[]> => {
    if (files.length > attachmentLimits.files)
      throw new AppError('too_large', `Send at most ${attachmentLimits.files} files at once.`);
    const taken: SentAttachment[] = [];
    for (const file of files) taken.push(await take(memberId, file)); // one at a time: each may be 25 MB
    return taken;
  };

  return async (memberId: string, { text, files }: Words): Promise<Content> => {
    const attachments = await takeAll(memberId, files);
    const content = text.trim();
    if (content.length > longestContent)
      throw new AppError('too_large', 'That is over 8,000 characters. Attach it as a text file.');
    if (content !== '') return { content, attachments };
    const [first] = files;
    if (!first) throw new AppError('invalid_request', 'Write a message first.');
    const kind = kindOf(first);
    if (kind !== 'text') return { content: said[kind], attachments };
    const whole = textOf({ content, attachments }).trim();
    if (whole === '') throw new AppError('invalid_request', 'That file is empty.');
    const isShort = whole.length <= longestContent;
    return isShort && files.length === 1
      ? { content: whole, attachments: [] }
      : { content: 'Here is a text to read.', attachments };
  };
}

export type Intake = ReturnType<typeof createIntake>;
