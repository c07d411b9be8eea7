import { AppError } from '../../base/errors.js';
import type { MessageView, Person } from '../discord/types.js';
import type { WaitBody } from './body.js';
import { findControl, readableText } from './component.js';
import { findChannel } from './place.js';

type Sight =
  | { found: true; message: MessageView }
  | { found: false; timeout: { error: string; seen: string[] } };

/** Waits until this person sees a matching message, including own ephemerals. The newest match wins. */
export async function waitToSee(person: Person, wanted: WaitBody): Promise<Sight> {
  const channelId = wanted.channel && findChannel(person, wanted.channel).id;
  const isWanted = matcher(wanted);
  const isLater = ({ id }: MessageView) => wanted.after === undefined || BigInt(id) > BigInt(wanted.after);
  const newest = (messages: MessageView[]) => messages.findLast((m) => isLater(m) && isWanted(m));
  try {
    const message = await person.waitFor(newest, { channelId, timeoutMs: wanted.timeout_ms });
    return { found: true, message };
  } catch {
    const channels = channelId ? [channelId] : person.channels().map(({ id }) => id);
    const seen = channels.flatMap((id) => person.see(id).slice(-10)).map(describe);
    const what = wanted.text ?? wanted.control ?? `/${wanted.pattern}/`;
    const error = `${person.member.username} did not see "${what}" within ${wanted.timeout_ms / 1000} s.`;
    return { found: false, timeout: { error, seen } };
  }
}

const describe = (message: MessageView): string =>
  `${message.author.name}: ${message.pending ? '(is thinking)' : readableText(message)}`;

const plain = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();

function matcher({ text, pattern, flags, control }: WaitBody): (message: MessageView) => boolean {
  if (control !== undefined) return (message) => findControl(message, control) !== undefined;
  if (text !== undefined) return (message) => plain(readableText(message)).includes(plain(text));
  try {
    const expression = new RegExp(pattern ?? '', (flags ?? '').replace(/[gy]/g, ''));
    return (message) => expression.test(readableText(message));
  } catch {
    throw new AppError('invalid_request', `"${pattern}" is not a regular expression.`);
  }
}
