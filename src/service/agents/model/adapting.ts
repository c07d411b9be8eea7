import { picturesOf } from './dialects/dialect.js';
import type { Objection } from './objection.js';
import type { ModelMessage } from './prompt.js';

/** How requests of one answer are changed for what the server refused. */
export type Shape = {
  /** The part of the context that is used, halved when it was too much. */
  share: number;
  /** Without tools, calls and results of this answer are sent as words. */
  withTools: boolean;
  withPictures: boolean;
  /** The rules are part of the user's first message: templates of some models know no system role. */
  isMerged: boolean;
};

const leastShare = 1 / 16;

type Sent = {
  /** What this server refused before, in any answer. */
  refused: Set<Objection>;
  messages: readonly ModelMessage[];
  hasTools: boolean;
};

/**
 * Changes the shape, or the facts known about the server, so that it does not object again.
 * @returns false when nothing is left to change
 */
export function adaptShape(shape: Shape, objection: Objection, sent: Sent): boolean {
  switch (objection) {
    case 'body':
      return shape.withPictures && sent.messages.some(hasPictures) ? leaveOutPictures(shape) : halve(shape);
    case 'context':
      return halve(shape);
    case 'tools':
      return leaveOutTools(shape, sent);
    case 'system':
      shape.isMerged = true;
      // Roles that do not alternate may also be those of calls and results.
      return learn(sent.refused, 'system') || leaveOutTools(shape, sent);
    case 'pictures':
      return learn(sent.refused, 'pictures') && leaveOutPictures(shape);
    case 'reply_size':
      return learn(sent.refused, 'reply_size') || learn(sent.refused, 'max_tokens');
    default:
      return learn(sent.refused, objection);
  }
}

const hasPictures = ({ content }: ModelMessage): boolean => picturesOf(content).length > 0;

function halve(shape: Shape): boolean {
  if (shape.share <= leastShare) return false;
  shape.share /= 2;
  return true;
}

function leaveOutPictures(shape: Shape): boolean {
  shape.withPictures = false;
  return true;
}

/** Only for this answer: another request may be taken. */
function leaveOutTools(shape: Shape, { messages, hasTools }: Sent): boolean {
  if (!shape.withTools || (!hasTools && !messages.some(({ role }) => role === 'tool'))) return false;
  shape.withTools = false;
  return true;
}

function learn(refused: Set<Objection>, objection: Objection): boolean {
  if (refused.has(objection)) return false;
  refused.add(objection);
  return true;
}
