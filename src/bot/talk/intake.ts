import { AppError, isAppError, type Reason } from '../../base/errors.js';
import { attachmentLimits, type SentAttachment } from '../../contract/agents.js';
import { createUpload } from '../../contract/uploads.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { type Attached, type AttachmentKind, type FetchAttachment, readText } from '../attachment.js';
import { createLanes } from '../lanes.js';
import { readPdf } from '../pdf.js';
import type { Sessions } from '../session/flow.js';
import { clip } from '../text.js';

/** A person's message as Discord has it. */
export type WrittenWords = { text: string; files: readonly Attached[] };

/** A message a person wrote in a thread. */
export type Said = WrittenWords & {
  threadId: string;
  messageId: string;
  authorId: string;
  authorName: string;
};

/** The message for the service. */
export type Content = { content: string; attachments: SentAttachment[] };

export type Taken = {
  content: Content;
  /** What people read as the message where it had files only; null where they read its content. */
  shown: Reason | null;
  /** About the files that the service has no way to take. */
  untaken: Reason | null;
};

/** The service's limits for one message. */
const longestContent = 8_000;

const kindOf = ({ name, contentType }: Attached): AttachmentKind => {
  if (contentType === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf';
  if (/^image\//.test(contentType ?? '') || /\.(?:png|jpe?g|webp|gif)$/i.test(name)) return 'picture';
  return /\.(?:glb|obj|stl|ply)$/i.test(name) ? 'model' : 'text';
};

async function textOfPdf(bytes: Buffer): Promise<string> {
  const text = await readPdf(bytes);
  if (text === null) throw new AppError('unsupported_media', reason('attachment.error.no_pdf_text'));
  return text;
}

const textOf = ({ attachments }: Content): string =>
  attachments.flatMap(({ text }) => text ?? []).join('\n\n');

/**
 * Converts a person's message for the service: uploads pictures and models, and inlines text files, which Discord also
 * creates from messages that are too long. A service without uploads gets the text without those files.
 * @throws AppError when it is too large, empty or of an unsupported type
 */
export function createIntake(options: {
  fetch: FetchAttachment;
  sessions: Sessions;
  /** Messages with files only reach the agent in English, which every agent understands. */
  english: Translate;
  /** @throws AppError for words that the server refuses */
  checkText: (guildId: string, text: string) => Promise<void>;
}) {
  const { fetch, sessions, english, checkText } = options;
  const pdfs = createLanes();

  /** @returns null where the service takes no uploads */
  const take = async (memberId: string, file: Attached): Promise<SentAttachment | null> => {
    const kind = kindOf(file);
    const { bytes, type } = await fetch(file, kind);
    const described = { name: clip(file.name, 200), content_type: type, url: null };
    if (kind === 'text') return { ...described, text: readText(bytes) ?? '' };
    // One at a time, because each may take a quarter of a gigabyte of memory.
    if (kind === 'pdf') return { ...described, text: await pdfs.run('pdf', () => textOfPdf(bytes)) };
    const body = { content_type: type, data: bytes.toString('base64') };
    const upload = await sessions
      .serviceOf(memberId)
      .call(createUpload, { body })
      .catch((error) => {
        if (isAppError(error, 'not_found')) return null;
        throw error;
      });
    return upload && { ...described, upload_id: upload.body.upload_id };
  };

  const takeAll = async (memberId: string, files: readonly Attached[]) => {
    if (files.length > attachmentLimits.files)
      throw new AppError('too_large', reason('talk.error.too_many_files', { most: attachmentLimits.files }));
    const attachments: SentAttachment[] = [];
    const untaken: Attached[] = [];
    for (const file of files) {
      const taken = await take(memberId, file); // one at a time: each may be 25 MB
      if (taken) attachments.push(taken);
      else untaken.push(file);
    }
    return { attachments, untaken };
  };

  const contentOf = (
    text: string,
    files: readonly Attached[],
    attachments: SentAttachment[],
  ): Omit<Taken, 'untaken'> => {
    const content = text.trim();
    if (content.length > longestContent)
      throw new AppError('too_large', reason('talk.error.too_long', { most: longestContent }));
    if (content !== '') return { content: { content, attachments }, shown: null };
    const [first] = files;
    if (!first) throw new AppError('invalid_request', reason('talk.error.empty_message'));
    const kind = kindOf(first);
    const isText = kind === 'text' || kind === 'pdf';
    const shown = reason(isText ? 'talk.files_only.text' : `talk.files_only.${kind}`);
    const placeholder = { content: { content: english.message(shown), attachments }, shown };
    if (!isText) return placeholder;
    const whole = textOf({ content, attachments }).trim();
    if (whole === '') throw new AppError('invalid_request', reason('talk.error.empty_file'));
    const isShort = whole.length <= longestContent;
    return isShort && files.length === 1
      ? { content: { content: whole, attachments: [] }, shown: null }
      : placeholder;
  };

  return async (
    { memberId, guildId }: { memberId: string; guildId: string },
    { text, files }: WrittenWords,
  ): Promise<Taken> => {
    await checkText(guildId, text);
    const { attachments, untaken } = await takeAll(memberId, files);
    await checkText(guildId, textOf({ content: '', attachments }));
    if (untaken.length === 0) return { ...contentOf(text, files, attachments), untaken: null };
    const why = untakenReason(untaken);
    const rest = files.filter((file) => !untaken.includes(file));
    if (text.trim() === '' && rest.length === 0) throw new AppError('invalid_request', why);
    return { ...contentOf(text, rest, attachments), untaken: why };
  };
}

/** What a member can do instead: `/rig` sends a file with the request itself. */
function untakenReason(files: readonly Attached[]): Reason {
  const names = files.map(({ name }) => `\`${clip(name, 60).replaceAll('`', "'")}\``);
  return reason('talk.error.untaken_files', { files: names.join(', ') });
}

export type Intake = ReturnType<typeof createIntake>;
