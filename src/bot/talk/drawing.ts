import type { Attachment } from '../../contract/agents.js';
import { clip, creditsText, plain } from '../text.js';
import { sanitizeMarkdown } from './markdown.js';
import { closed, splitText } from './split.js';
import { isOver, type TalkView, type Waiting } from './view.js';

const waits: Readonly<Record<Waiting, string>> = {
  agent: "The agent hasn't answered yet. Still waiting…",
  polling: 'There is no live connection to the agent just now. I check for its answer every few seconds…',
  unsent: "The agent's service can't be reached. Your message is kept and goes out as soon as it's back…",
  unreadable: "The agent's service doesn't answer just now. I keep trying…",
};

/** What a running answer says of itself. */
function progressOf({ status, waiting, text }: TalkView): (string | null)[] {
  const busy = status ? `${small(status)}…` : null;
  if (waiting)
    return [busy, waiting === 'agent' && (text || busy) ? 'Still waiting for more…' : waits[waiting]];
  return [busy ?? (text ? null : 'Thinking…')];
}

/** Foreign words on one line of small letters. */
const small = (words: string): string => clip(sanitizeMarkdown(words.replace(/\s+/g, ' ').trim()), 500);

const stillWriting = (text: string): string =>
  `Still writing: ${text.length.toLocaleString('en')} characters so far; the whole comes as a file`;

/** Files of the service go along; the link is for those that are too large. */
const fileLine = ({ name, url }: Attachment): string =>
  small(`📎 ${plain(name)}`) + (url && /^https?:\/\/[^\s<>]+$/.test(url) ? ` <${url}>` : '');

/** What stands in small letters below the text, by phase. */
function footnotes(view: TalkView): (string | null)[] {
  const { phase, text, error, usedCredits, isCut, attachments } = view;
  switch (phase) {
    case 'failed':
      return [small(error?.detail ?? 'The agent could not answer.'), error?.requestId ?? null];
    case 'canceled':
      return ['Stopped.'];
    case 'ended':
      return ['This talk has ended.'];
    case 'done':
      return [
        text || attachments.length > 0 ? null : 'The agent made a proposal:',
        isCut ? 'The answer was ended by its limit of length.' : null,
        ...attachments.map(fileLine),
        usedCredits > 0 ? creditsText(usedCredits) : null,
      ];
    default:
      return progressOf(view);
  }
}

/** An answer in more messages than this becomes its beginning, an outline, and a file. */
const mostMessages = 3;
const mostDrawn = 2_000 * (mostMessages + 2);
const longestOutline = 1_200;

/** The headings of a text, as a list. */
function outlineOf(text: string): string | null {
  const titles = [...text.matchAll(/^#{1,6} +(.{1,120})/gm)].map(([, title = '']) => `- ${small(title)}`);
  if (titles.length < 2) return null;
  const fitting = titles.filter((_, at) => titles.slice(0, at + 1).join('\n').length < longestOutline);
  return ['**In it**', ...fitting, ...(fitting.length < titles.length ? ['- …'] : [])].join('\n');
}

const inSmall = (lines: readonly (string | null)[]): string =>
  lines.flatMap((line) => (line ? `-# ${line}` : [])).join('\n');

/** What a view looks like: the text of each message, and the file that goes with the last. */
export type Drawing = { texts: string[]; file: string | null };

/** Draws the view in messages of at most 2,000 characters each. */
export function drawView(view: TalkView): Drawing {
  const { text } = view;
  const notes = inSmall(footnotes(view));
  const opening = closed(sanitizeMarkdown(text.slice(0, mostDrawn))).trim();
  const parts: string[] = [];
  for (const part of splitText([opening, notes].filter(Boolean).join('\n\n'))) {
    parts.push(part);
    if (parts.length > mostMessages) break;
  }
  if (parts.length <= mostMessages) return { texts: parts, file: null };
  const shown = parts.slice(0, mostMessages - 1);
  if (!isOver(view)) return { texts: [...shown, inSmall([stillWriting(text)])], file: null };
  const whole = inSmall([
    `The whole answer, ${text.length.toLocaleString('en')} characters, is in the file.`,
  ]);
  return { texts: [...shown, [outlineOf(text), whole, notes].filter(Boolean).join('\n')], file: text };
}
