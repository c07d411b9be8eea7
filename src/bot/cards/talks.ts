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

const nameOf = ({ title }: Pick<KeptTalk, 'title'>): string => plain(clip(title || 'A talk', 90));

function talkPart(talk: KeptTalk) {
  const { threadId, memberId, isOpen, updatedAt } = talk;
  const mark = isOpen ? '● open' : '○ ended';
  const when = relativeTime(new Date(updatedAt).toISOString());
  const act = isOpen
    ? button('End', 'talk:end', memberId, threadId)
    : button('Resume', 'talk:take-up', memberId, threadId, 'primary');
  return beside(act, `**${nameOf(talk)}**`, `-# ${mark} · ${when} · <#${threadId}>`);
}

/** A member's talks, the last used first. */
export function talksCard({ talks, page, hasMore }: TalkPage, owner: string): Card {
  if (talks.length === 0)
    return note('Your talks', page === 0 ? 'None yet. Begin one with `/talk start`.' : 'There are no more.');
  return card('neutral', [
    heading('Your talks'),
    ...talks.flatMap((talk) => [rule, talkPart(talk)]),
    actions(
      page > 0 && button('Newer', 'talk:page', owner, String(page - 1)),
      hasMore && button('Older', 'talk:page', owner, String(page + 1)),
    ),
  ]);
}

export const takenUpCard = (threadId: string): Card =>
  note('Your talk goes on', `Go on in <#${threadId}>. The agent remembers what was said.`);

export const renamedCard = (talk: KeptTalk): Card =>
  note(
    'Renamed',
    `<#${talk.threadId}> is now **${nameOf(talk)}**. Its thread may take the name a little later.`,
  );

export const endedCard = (talk: KeptTalk): Card =>
  card('over', [
    heading('Ended', `**${nameOf(talk)}** has ended. Nothing is lost: \`/talk resume\` takes it up again.`),
    actions(button('Resume', 'talk:take-up', talk.memberId, talk.threadId)),
  ]);

export const quietCard = ({ isQuiet, threadId }: KeptTalk): Card =>
  note(
    isQuiet ? 'Quiet' : 'Not quiet any more',
    isQuiet
      ? `In <#${threadId}> answers now appear when they are whole.`
      : `In <#${threadId}> answers grow again while they are given.`,
  );

const mostNamed = 20;

/** Who may speak and who pays, as it stands. */
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
      'Who talks here',
      `${whoSpeaks(memberId, speakers)}; ${whoPays(memberId, payer)}.`,
      named.length > 0 && `**Named** ${list.join(', ')}${more}`,
      isIdle && '-# The names count once you set *who* to those you name.',
    ),
    speakers === 'owner' ? null : finePrint('The agent tells them nothing of your credits and rigs'),
  ]);
}

export const talkFileCard = (file: { name: string; bytes: Buffer }): Card =>
  card(
    'neutral',
    [heading('Your talk', 'Everything that was said, as a file.'), download(file.name)],
    [{ name: file.name, attachment: file.bytes }],
  );
