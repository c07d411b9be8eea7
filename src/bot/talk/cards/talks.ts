import type { Attachment } from '../../../contract/agents.js';
import type { Translate } from '../../../copy/translate.js';
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
  text,
} from '../../cards/card.js';
import { clip, plain, relativeTime } from '../../text.js';
import type { Sharing, TalkPage } from '../desk.js';
import type { Stopped } from '../flow.js';
import { channelIn } from '../spot.js';
import type { KeptTalk } from '../talk.js';
import type { Said } from '../turns.js';
import type { Version } from '../versions.js';
import { termsOf } from './talk.js';

const nameOf = ({ title }: Pick<KeptTalk, 'title'>, t: Translate): string =>
  plain(clip(title || t('talk.untitled'), 90));

function talkPart(talk: KeptTalk, t: Translate) {
  const { threadId, memberId, isOpen, updatedAt } = talk;
  const mark = t(isOpen ? 'talk.list.open' : 'talk.list.ended');
  const when = relativeTime(new Date(updatedAt).toISOString());
  const act = isOpen
    ? button(t('talk.list.end.button'), 'talk:end', memberId, threadId)
    : button(t('talk.resume.button'), 'talk:take-up', memberId, threadId, 'primary');
  return beside(act, `**${nameOf(talk, t)}**`, `-# ${mark} · ${when} · <#${channelIn(threadId)}>`);
}

/** A member's conversations, most recently used first. */
export function talksCard({ talks, page, hasMore }: TalkPage, owner: string, t: Translate): Card {
  if (talks.length === 0)
    return note(t('talk.list.title'), t(page === 0 ? 'talk.list.empty' : 'talk.list.no_more'));
  return card('neutral', [
    heading(t('talk.list.title')),
    ...talks.flatMap((talk) => [rule, talkPart(talk, t)]),
    actions(
      page > 0 && button(t('talk.list.newer.button'), 'talk:page', owner, String(page - 1)),
      hasMore && button(t('talk.list.older.button'), 'talk:page', owner, String(page + 1)),
    ),
  ]);
}

/** The label of a conversation in the list that Discord shows while a member types; at most 100 characters. */
export function suggestedName({ title, isOpen }: Pick<KeptTalk, 'title' | 'isOpen'>, t: Translate): string {
  const name = title || t('talk.untitled');
  return clip(isOpen ? name : t('talk.suggestion.ended', { name }), 100);
}

export const takenUpCard = (threadId: string, t: Translate): Card =>
  note(t('talk.resume.card.title'), t('talk.resume.card.body', { thread: `<#${channelIn(threadId)}>` }));

export const renamedCard = (talk: KeptTalk, t: Translate): Card =>
  note(
    t('talk.renamed.title'),
    t('talk.renamed.body', { thread: `<#${channelIn(talk.threadId)}>`, name: nameOf(talk, t) }),
  );

export const endedCard = (talk: KeptTalk, t: Translate): Card =>
  card('over', [
    heading(t('talk.end.card.title'), t('talk.end.card.body', { name: nameOf(talk, t) })),
    actions(button(t('talk.resume.button'), 'talk:take-up', talk.memberId, talk.threadId)),
  ]);

export function quietCard({ isQuiet, threadId }: KeptTalk, t: Translate): Card {
  const mode = isQuiet ? 'on' : 'off';
  return note(
    t(`talk.quiet.${mode}.title`),
    t(`talk.quiet.${mode}.body`, { thread: `<#${channelIn(threadId)}>` }),
  );
}

/** The agent was asked to answer again, or to continue. */
export const answeringCard = (how: 'asked_again' | 'continuing', t: Translate): Card =>
  note(t(`talk.${how}.title`), t(`talk.${how}.body`));

export const versionCard = ({ number, versions }: Version, t: Translate): Card =>
  note(t('talk.version.title'), t('talk.version.body', { at: number, of: versions }));

export const stoppedCard = ({ wasRunning, dropped }: Stopped, t: Translate): Card =>
  wasRunning || dropped > 0
    ? note(t('talk.stop.stopping.title'), t('talk.stop.stopping.body', { dropped }))
    : note(t('talk.stop.idle.title'), t('talk.stop.idle.body'));

/** A message from the Reply form is with the agent, or queued behind its current answer. */
export const sentCard = (said: Said, t: Translate): Card =>
  note(t('talk.sent.title'), t(`talk.sent.${said}`));

/** Links to the files of an answer, for one person. */
export const answerFilesCard = (files: readonly Attachment[], t: Translate): Card =>
  card('neutral', [
    heading(t('talk.files.title')),
    text(...files.map(({ name, url }) => `- [${plain(clip(name, 80))}](<${url}>)`)),
    finePrint(t('talk.files.private')),
  ]);

const mostNamed = 20;

/** Who may speak and who pays now. */
export function sharedTalkCard(
  { talk, named }: { talk: KeptTalk; named: readonly string[] },
  { add, remove }: Sharing,
  t: Translate,
): Card {
  const { speakers } = talk;
  const people = named.slice(0, mostNamed).map((id) => `<@${id}>`);
  if (named.length > mostNamed) people.push(t('talk.share.more', { count: named.length - mostNamed }));
  const isIdle = speakers !== 'named' && (add || remove);
  return card('neutral', [
    heading(
      t('talk.share.title'),
      termsOf(talk, t),
      named.length > 0 && t('talk.share.added', { people: t.list(people) }),
      isIdle && `-# ${t('talk.share.idle')}`,
    ),
    speakers === 'owner' ? null : finePrint(t('talk.share.private')),
  ]);
}

export const talkFileCard = (file: { name: string; bytes: Buffer }, t: Translate): Card =>
  card(
    'neutral',
    [heading(t('talk.export.card.title'), t('talk.export.card.body')), download(file.name)],
    [{ name: file.name, attachment: file.bytes }],
  );
