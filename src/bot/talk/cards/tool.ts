import type { Proposal } from '../../../contract/proposals.js';
import type { Translate } from '../../../copy/translate.js';
import {
  type Accent,
  actions,
  button,
  type Card,
  card,
  finePrint,
  heading,
  note,
  text,
} from '../../cards/card.js';
import { clip, clockTime, plain } from '../../text.js';
import type { KeptTalk } from '../talk.js';

type Tool = NonNullable<Proposal['tool']>;
type Outcome = NonNullable<Tool['outcome']>;

const accents: Readonly<Record<Outcome['status'], Accent>> = {
  done: 'good',
  failed: 'bad',
  unknown: 'waiting',
};
const longestInput = 2_000;
const longestAnswer = 1_500;

/** Untrusted text that cannot leave its code block or change the direction of what follows. */
const codeOf = (written: string, most: number): string =>
  `\`\`\`\n${clip(written.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replaceAll('`', '\u02cb'), most)}\n\`\`\``;

/** A call of the operator's tool, with all its arguments; the owner of the talk decides, and reads what became of it. */
export function toolCard(
  proposal: Proposal,
  { tool, talk }: { tool: Tool; talk: Pick<KeptTalk, 'memberId'> },
  t: Translate,
): Card {
  const { id, status, expires_at } = proposal;
  const what = `> **${plain(clip(tool.label, 100))}** · ${plain(clip(tool.server, 40))}`;
  if (tool.outcome)
    return card(accents[tool.outcome.status], [
      heading(t(`talk.proposal.outcome.${tool.outcome.status}`), what),
      tool.outcome.text.trim() === '' ? null : text(codeOf(tool.outcome.text, longestAnswer)),
    ]);
  if (status === 'accepted') return card('waiting', [heading(t('talk.proposal.running'), what)]);
  if (status !== 'open') return card('over', [heading(t(`talk.proposal.${status}`), what)]);
  return card('neutral', [
    heading(t('talk.proposal.question.tool'), what),
    text(codeOf(tool.input, longestInput)),
    actions(
      button(t('talk.proposal.run.button'), 'talk:run', '*', id, 'success'),
      button(t('talk.proposal.decline.button'), 'talk:decline', '*', id),
    ),
    finePrint(t('talk.proposal.terms.tool', { owner: `<@${talk.memberId}>`, time: clockTime(expires_at) })),
  ]);
}

/** For the owner who let a tool run. */
export const runningCard = (t: Translate): Card =>
  note(t('talk.proposal.running'), t('talk.proposal.running.body'), 'good');
