import type { Proposal } from '../../contract/agents.js';
import type { KeptTalk } from '../talk/store.js';
import { clip, clockTime, creditsText, plain } from '../text.js';
import { type Accent, actions, button, type Card, card, facts, finePrint, heading, text } from './card.js';

export type ProposalView = {
  proposal: Proposal;
  talk: Pick<KeptTalk, 'memberId' | 'payer'>;
  /** The owner's available credits; null when someone else pays or the balance is unknown. */
  balance: number | null;
};

const ends = {
  accepted: { accent: 'good', says: 'Approved' },
  dismissed: { accent: 'over', says: 'Declined' },
  replaced: { accent: 'over', says: 'Replaced by a newer proposal' },
  expired: { accent: 'over', says: 'This proposal expired. Ask the agent again' },
} as const satisfies Record<Exclude<Proposal['status'], 'open'>, { accent: Accent; says: string }>;

const whose = ({ memberId, payer }: ProposalView['talk']): string =>
  payer === 'owner' ? `<@${memberId}>` : 'whoever approves it';

/** The agent's proposal with its buttons; only a person who can pay may use them. */
export function proposalCard(view: ProposalView): Card {
  const { proposal, talk } = view;
  const { status, expires_at } = proposal;
  const what = proposal.generation ? rigLines(proposal.generation) : packLines(proposal);
  if (status !== 'open') {
    const { accent, says } = ends[status];
    const after = status === 'accepted' && proposal.generation ? 'See its card below.' : null;
    return card(accent, [heading(says, what.title, after)]);
  }
  const question = proposal.generation ? 'Make this?' : 'Get more credits?';
  return card('neutral', [
    heading(question, what.title),
    text(facts(what.facts), proposal.generation && leftLine(proposal.generation.credits, view)),
    proposal.generation ? rigButtons(view) : packButtons(proposal),
    finePrint(
      `Nothing happens until you approve · ${whose(talk)} pays · valid until ${clockTime(expires_at)}`,
    ),
  ]);
}

type Generation = NonNullable<Proposal['generation']>;

const sources: Record<Generation['type'], string> = {
  text: 'your description',
  image: 'your picture',
  multi_image: 'your pictures',
  mesh: 'your model',
};

function rigLines({ type, prompt, pipeline_name, credits, estimated_seconds, seed }: Generation) {
  return {
    title: `> ${prompt ? clip(plain(prompt), 900) : `*a character from ${sources[type]}*`}`,
    facts: {
      Method: `${plain(clip(pipeline_name, 100))}, about ${Math.round(estimated_seconds)} s`,
      Cost: `${creditsText(credits)}, returned if it fails`,
      Seed: seed === null ? null : String(seed),
    },
  };
}

function leftLine(credits: number, { balance }: ProposalView): string | null {
  if (balance === null) return null;
  if (balance >= credits) return `**Balance after** ${creditsText(balance - credits)}`;
  return `**Short by** ${creditsText(credits - balance)}`;
}

function rigButtons({ proposal, balance }: ProposalView) {
  const isShort = balance !== null && balance < (proposal.generation?.credits ?? 0);
  return actions(
    button('Make it', 'talk:make', '*', proposal.id, 'success'),
    isShort && button('Get credits', 'buy:open', '*', '', 'primary'),
    button('No thanks', 'talk:decline', '*', proposal.id),
  );
}

function packLines({ top_up, title }: Proposal) {
  if (!top_up) return { title: `> ${plain(clip(title, 200))}`, facts: {} };
  const prices = top_up.prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' or ');
  return {
    title: `> **${plain(clip(top_up.pack_name, 100))}**: ${creditsText(top_up.credits)}`,
    facts: { Price: prices && `${plain(prices)}, paid from your own wallet` },
  };
}

const mostCurrencies = 4;

function packButtons({ id, top_up }: Proposal) {
  const pays = (top_up?.prices ?? [])
    .slice(0, mostCurrencies)
    .map(({ currency }) =>
      button(
        `Pay with ${currency.slice(0, 20)}`,
        'talk:pay',
        '*',
        `${currency.slice(0, 20)}/${id}`,
        'primary',
      ),
    );
  return actions(...pays, button('No thanks', 'talk:decline', '*', id));
}
