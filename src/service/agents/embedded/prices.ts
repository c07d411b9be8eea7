import type { Pack } from '../../../contract/payments.js';
import { credits, inCode, numbered } from './markdown.js';

/** Sentences about costs, packs and payments. */

/** The cost for the member who would press the button. */
export type Cost = {
  pipeline: string;
  credits: number;
  /** Null where the balance is private. */
  available: number | null;
  missing: number;
  estimated_seconds: number;
};

export function tellPacks(packs: readonly Pack[]): string {
  if (packs.length === 0) return 'Nothing is for sale here right now. Ask a moderator for credits.';
  const lines = packs.map(({ name, credits: count, prices }) => {
    const asked = prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' or ');
    return `**${name}**: ${count} credits${asked && ` for ${asked}`}`;
  });
  return `These packs are for sale:\n${numbered(lines)}\n\nSay which one ("the second"), or pick it with \`/buy\`. You get a QR code to pay from your own wallet, and the credits arrive once the payment is final on the chain. I never touch your wallet.`;
}

/** The price of several. */
export function tellSum(
  count: number,
  { pipeline, credits: each, available, estimated_seconds }: Cost,
): string {
  const all = each * count;
  const sum = count === 1 ? `One costs ${credits(each)}` : `${count} cost ${credits(all)}, ${each} each,`;
  const lead = `${sum} with **${pipeline}** and ${count === 1 ? '' : 'each '}takes about ${estimated_seconds} seconds.`;
  if (available === null) return lead;
  if (all <= available)
    return `${lead} You have ${available}, which is enough; you'd have ${available - all} left.`;
  const reach = Math.floor(available / each);
  return `${lead} You have ${available}, which ${reach > 0 ? `is enough for ${reach}` : "isn't enough for one"}. You need ${all - available} more; \`/packs\` shows the prices.`;
}

/** Shown with the cards of several characters. @param shown how many of them have one */
export function proposeSeveral(prompts: readonly string[], shown: number, cost: Cost): string {
  const rest =
    prompts.length > shown
      ? ` One answer holds ${shown} cards, so ask for the others afterwards, for example "number ${shown + 1}".`
      : '';
  return `Here is a card for each:\n${numbered(prompts.map(inCode))}\n\n${tellSum(shown, cost)} Press the cards you want.${rest} To change one, name it first, for example "the second one".`;
}

/** Shown with several cards for the same character. */
export const proposeCopies = (prompt: string, count: number, cost: Cost): string =>
  `Here are ${count} cards for ${inCode(prompt)}, each with a look of its own. ${tellSum(count, cost)} Press the cards you want.`;

/** How many a pack pays for. */
export function tellPackReach({ name, credits: count }: Pack, { pipeline, credits: each }: Cost): string {
  if (each === 0) return `A character costs nothing with **${pipeline}**.`;
  const reach = Math.floor(count / each);
  return `**${name}** has ${credits(count)}, which make **${reach} character${reach === 1 ? '' : 's'}** with **${pipeline}**, at ${each} each. \`/packs\` shows the prices.`;
}

/** The pack that costs least per credit. */
export function tellDeal(packs: readonly Pack[]): string {
  const rated = packs.flatMap(({ name, credits: count, prices }) =>
    prices
      .slice(0, 1)
      .map(({ amount, currency }) => ({ name, count, amount, currency, each: Number(amount) / count })),
  );
  const [best] = rated.sort((a, b) => a.each - b.each);
  if (!best) return tellPacks([]);
  const list = rated.map(
    ({ name, each, currency }) => `**${name}**: ${Number(each.toPrecision(3))} ${currency} a credit`,
  );
  return `**${best.name}** costs least per credit: ${best.amount} ${best.currency} for ${credits(best.count)}.\n${numbered(list)}`;
}

/** @param latest credits of the newest purchase that arrived */
export function tellPayments(latest: number | null): string {
  const arrived =
    latest === null
      ? 'no purchase has arrived yet'
      : `the latest purchase that arrived is ${credits(latest)}`;
  return `I looked at your credits: ${arrived}. A payment counts once the network has finalised it, usually within half a minute. \`/payments\` shows every payment and what happened to it; press **Check now** on its card. If it's still missing, ask a moderator: nothing you paid is lost.`;
}

export const tellAble = (prompt: string, { pipeline, credits: each }: Cost): string =>
  `Yes, I can make ${inCode(prompt)}. It costs ${credits(each)} with **${pipeline}**. Say "do it" for the card, or describe it further.`;

export const tellPrice = (prompt: string, { pipeline, credits: each, available }: Cost): string =>
  `${inCode(prompt)} costs ${credits(each)} with **${pipeline}**, like every character from words.${available === null ? '' : ` You have ${available}.`} Say "do it" for the card.`;

/** How many can be made. @param given null: with the member's balance */
export function tellReach(given: number | null, { pipeline, credits: each, available }: Cost): string {
  const funds = given ?? available;
  if (funds === null || each === 0) return `One costs ${credits(each)} with **${pipeline}**.`;
  const count = Math.floor(funds / each);
  const whose = given === null ? `Your ${credits(funds)}` : credits(funds);
  return `${whose} ${funds === 1 ? 'makes' : 'make'} **${count} character${count === 1 ? '' : 's'}** with **${pipeline}**, at ${each} each. \`/pipelines\` shows other prices.`;
}
