import type { Turn } from '../brain.js';
import { isModel, isPicture } from '../tools/generation.js';
import { isForRigging, isOtherUse } from './topics/questions.js';
import { isAboutPayment } from './topics/troubles.js';
import type { FileType, TalkState, Wish } from './wish.js';
import { phraseOf } from './words/lexis.js';
import { writtenOut } from './words/words.js';

/** How much of a message is read. */
export const readChars = 2_000;

/** A file is what the member says it is: without a word, or with a wish to rig it, it becomes a character. */
export function filesIn({ content: written, attachments }: Turn, talk: TalkState): Wish | null {
  const content = writtenOut(written.slice(0, readChars));
  if (attachments.length === 0)
    return talk.waiting && takingFiles.test(content)
      ? { kind: 'files', type: talk.waiting, isDescribed: false }
      : null;
  if (isAboutPayment(content, talk.isAboutPayment)) return { kind: 'payment' };
  const type = typeOf(attachments);
  const isText = attachments.some(({ text }) => text);
  if (isOtherUse(content)) return { kind: 'unread', type };
  const { isCharacter, refusal } = phraseOf(content);
  const isDescribed = isCharacter && refusal === null && /\ban? \w/i.test(content);
  if (type) return { kind: 'files', type, isDescribed };
  return isText || !isForRigging(content) ? null : { kind: 'unread', type };
}

const takingFiles =
  /^\W*(?:(?:yes|yeah|ok(?:ay)?|sure|then|please|just)[\s,]*)*(?:(?:rig|make|turn|use|convert) (?:it|this|that|them)\b.*|yes|do it)?\W*$/i;

function typeOf(attachments: Turn['attachments']): FileType | null {
  if (attachments.some(isModel)) return 'mesh';
  const pictures = attachments.filter(isPicture).length;
  if (pictures > 1) return 'multi_image';
  return pictures === 1 ? 'image' : null;
}

/** "Make this" with a text file attached refers to the text in the file. */
export function withTexts({ content, attachments }: Turn): string {
  const texts = attachments.flatMap(({ text }) => text ?? []).join(' ');
  if (!texts) return content;
  return isForRigging(content) && content ? `make ${texts}` : `${content} ${texts}`;
}
