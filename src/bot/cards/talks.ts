import type { Sharing, TalkPage } from '../talk/desk.js';
import type { KeptTalk } from '../talk/store.js';
import { clip, plain, relativeTime } from '../text.js';
import {
  actions,
  beside,
  button,
  type Card,
  card,
  download,
  finePrint,
  heading,
  note,
  rule,
} from './card.js';
import { whoPays, whoSpeaks } from './talk.js';

const nameOf = ({ title }: Pick<KeptTalk, 'title'>): string => plain(clip(title || 'Conversation', 90));

function talkPart(talk: KeptTalk) {
  const { threadId, memberId, isOpen, updatedAt } = talk;
  const mark = isOpen ? '● open' : '○ ended';
  const when = relativeTime(new Date(updatedAt).toISOString());
  const act = isOpen
    ? button('End', 'talk:end', memberId, threadId)
    : button('Resume', 'talk:take-up', memberId, threadId, 'primary');
  return beside(act, `**${nameOf(talk)}**`, `-# ${mark} · ${when} · <#${threadId}>`);
}

/** A member's conversations, most recently used first. */
export function talksCard({ talks, page, hasMore }: TalkPage, owner: string): Card {
  if (talks.length === 0)
    return note(
      'Your conversations',
      page === 0 ? 'None yet. Start one with `/talk start`.' : 'There are no more.',
    );
  return card('neutral', [
    heading('Your conversations'),
    ...talks.flatMap((talk) => [rule, talkPart(talk)]),
    actions(
      page > 0 && button('Newer', 'talk:page', owner, String(page - 1)),
      hasMore && button('Older', 'talk:page', owner, String(page + 1)),
    ),
  ]);
}

export const takenUpCard = (threadId: string): Card =>
  note('Conversation resumed', `Continue in <#${threadId}>. The agent remembers the earlier messages.`);

export const renamedCard = (talk: KeptTalk): Card =>
  note(
    'Renamed',
    `<#${talk.threadId}> is now **${nameOf(talk)}**. The thread name may update a little later.`,
  );

export const endedCard = (talk: KeptTalk): Card =>
  card('over', [
    heading(
      'Conversation ended',
      `**${nameOf(talk)}** has ended. Nothing is lost: \`/talk resume\` continues it.`,
    ),
    actions(button('Resume', 'talk:take-up', talk.memberId, talk.threadId)),
  ]);

export const quietCard = ({ isQuiet, threadId }: KeptTalk): Card =>
  note(
    isQuiet ? 'Quiet mode on' : 'Quiet mode off',
    isQuiet
      ? `In <#${threadId}>, answers now appear once they're complete.`
      : `In <#${threadId}>, answers appear as they're written again.`,
  );

const mostNamed = 20;

/** Who may speak and who pays now. */
export function sharedCard(
  { talk, named }: { talk: KeptTalk; named: readonly string[] },
  { add, remove }: Sharing,
): Card {
  const { memberId, speakers, payer } = talk;
  const list = named.slice(0, mostNamed).map((id) => `<@${id}>`);
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  const isIdle = speakers !== 'named' && (add || remove);
  return card('neutral', [
    heading(
      'Who can talk here',
      `${whoSpeaks(memberId, speakers)}; ${whoPays(memberId, payer)}.`,
      named.length > 0 && `**Added** ${list.join(', ')}${more}`,
      isIdle && '-# This list applies once you set *who* to “People I add”.',
    ),
    speakers === 'owner' ? null : finePrint("The agent doesn't tell them about your credits or rigs"),
  ]);
}

export const talkFileCard = (file: { name: string; bytes: Buffer }): Card =>
  card(
    'neutral',
    [heading('Your conversation', 'All messages as a file.'), download(file.name)],
    [{ name: file.name, attachment: file.bytes }],
  );
