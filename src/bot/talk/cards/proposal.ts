import type { Proposal } from '../../../contract/proposals.js';
import type { Translate } from '../../../copy/translate.js';
import {
  type Accent,
  actions,
  button,
  type Card,
  card,
  facts,
  finePrint,
  heading,
  text,
} from '../../cards/card.js';
import { changesText } from '../../cards/character.js';
import { clip, clockTime, plain } from '../../text.js';
import type { KeptTalk } from '../talk.js';
import { toolCard } from './tool.js';

export type ProposalView = {
  proposal: Proposal;
  talk: Pick<KeptTalk, 'memberId' | 'payer' | 'locale'>;
};

const accents = {
  accepted: 'good',
  dismissed: 'over',
  replaced: 'over',
  expired: 'over',
} as const satisfies Record<Exclude<Proposal['status'], 'open'>, Accent>;

/** For the member who approved: others in the thread don't see balances. @param balance null when it is unknown */
export const approvedCard = (balance: number | null, t: Translate): Card =>
  card('good', [
    heading(t('talk.proposal.accepted'), t('talk.proposal.below')),
    balance === null ? null : text(t('talk.proposal.left', { credits: balance })),
  ]);

/** The agent's proposal with its buttons and price; only a person who can pay may use them. */
export function proposalCard(view: ProposalView, t: Translate): Card {
  const { proposal, talk } = view;
  const { status, expires_at, generation, tool } = proposal;
  if (tool) return toolCard(proposal, { tool, talk }, t);
  const what = generation ? rigLines(generation, t) : packLines(proposal, t);
  if (status !== 'open') {
    const after = status === 'accepted' && generation ? t('talk.proposal.below') : null;
    return card(accents[status], [heading(t(`talk.proposal.${status}`), what.title, after)]);
  }
  return card('neutral', [
    heading(t(`talk.proposal.question.${generation ? 'rig' : 'pack'}`), what.title),
    text(facts(what.facts)),
    generation ? rigButtons(proposal, t) : packButtons(proposal, t),
    finePrint(
      t('talk.proposal.terms', {
        payer: talk.payer,
        owner: `<@${talk.memberId}>`,
        time: clockTime(expires_at),
      }),
    ),
  ]);
}

type Generation = NonNullable<Proposal['generation']>;

function rigLines(generation: Generation, t: Translate) {
  const { type, prompt, pipeline_name, credits, estimated_seconds, seed, changes = [] } = generation;
  const pipeline = plain(clip(pipeline_name, 100));
  return {
    title: `> ${prompt ? clip(plain(prompt), 900) : t(`talk.proposal.source.${type}`)}`,
    facts: {
      [t('talk.proposal.method')]: t('talk.proposal.method.value', {
        pipeline,
        seconds: Math.round(estimated_seconds),
      }),
      [t('talk.proposal.cost')]: t('talk.proposal.cost.value', { credits }),
      [t('rig.edit.changed.label')]: changes.length > 0 && changesText(changes, t),
      [t('talk.proposal.seed')]: seed === null ? null : String(seed),
    },
  };
}

const rigButtons = ({ id }: Proposal, t: Translate) =>
  actions(
    button(t('talk.proposal.make.button'), 'talk:make', '*', id, 'success'),
    button(t('talk.proposal.decline.button'), 'talk:decline', '*', id),
  );

const isDecimal = (amount: string): boolean => /^\d+(?:\.\d+)?$/.test(amount);

/** A price of the service, which may be no number that a language could format. */
const priceOf = ({ amount, currency }: { amount: string; currency: string }, t: Translate): string =>
  plain(isDecimal(amount) ? t.amount(amount, currency) : `${amount} ${currency}`);

function packLines({ top_up, title }: Proposal, t: Translate) {
  if (!top_up) return { title: `> ${plain(clip(title, 200))}`, facts: {} };
  const prices = top_up.prices.map((price) => priceOf(price, t));
  const name = plain(clip(top_up.pack_name, 100));
  return {
    title: `> ${t('talk.proposal.pack', { name, credits: top_up.credits })}`,
    facts: {
      [t('talk.proposal.price')]:
        prices.length > 0 && t('talk.proposal.price.value', { prices: t.list(prices, 'or') }),
    },
  };
}

const mostCurrencies = 4;

function packButtons({ id, top_up }: Proposal, t: Translate) {
  const pays = (top_up?.prices ?? []).slice(0, mostCurrencies).map((price) => {
    const currency = price.currency.slice(0, 20);
    const label = t('talk.proposal.pay.button', { currency });
    return button(label, 'talk:pay', '*', `${currency}/${id}`, 'primary');
  });
  return actions(...pays, button(t('talk.proposal.decline.button'), 'talk:decline', '*', id));
}
