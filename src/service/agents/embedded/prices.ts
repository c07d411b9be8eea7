import type { Pack } from '../../../contract/payments.js';
import type { PipelineDetail } from '../../../contract/pipelines.js';
import type { Translate } from '../../../copy/translate.js';
import { inCode, numbered, sentences } from './markdown.js';

/** Answers about costs, packs and payments. */

/** The cost for the member who would press the button. */
export type Cost = {
  pipeline: string;
  credits: number;
  /** Null where the balance is private. */
  available: number | null;
  missing: number;
  estimated_seconds: number;
};

function packLine({ name, credits, prices }: Pack, t: Translate): string {
  const asked = prices.map(({ amount, currency }) => t.amount(amount, currency));
  return asked.length > 0
    ? t('agent.packs.line', { name, credits, prices: t.list(asked, 'or') })
    : t('agent.packs.line.unpriced', { name, credits });
}

export function tellPacks(packs: readonly Pack[], t: Translate): string {
  if (packs.length === 0) return t('agent.packs.none');
  const lines = packs.map((pack) => packLine(pack, t));
  return `${t('agent.packs.lead')}\n${numbered(lines)}\n\n${t('agent.packs.next')}`;
}

/** What one costs from words, from a picture and from a model, each in the cheapest way. */
export function tellWays(
  pipelines: readonly PipelineDetail[],
  available: number | null,
  t: Translate,
): string {
  const lines = (['text', 'image', 'mesh'] as const).flatMap((input) => {
    const [way] = pipelines
      .filter(({ inputs }) => inputs.includes(input))
      .sort((a, b) => a.credit_cost - b.credit_cost);
    if (!way) return [];
    const { name, credit_cost: credits, estimated_seconds: seconds } = way;
    return [t(`agent.ways.${input}`, { name, credits, seconds })];
  });
  return sentences(
    t,
    ...lines,
    t('agent.ways.more'),
    available !== null && t('agent.price.have', { available }),
  );
}

/** The price of several. */
export function tellSum(count: number, cost: Cost, t: Translate): string {
  const { pipeline, credits: each, available, estimated_seconds: seconds } = cost;
  const all = each * count;
  const sum =
    count === 1
      ? t('agent.sum.one', { credits: each, pipeline, seconds })
      : t('agent.sum.many', { count, credits: all, each, pipeline, seconds });
  if (available === null) return sum;
  if (all <= available) return sentences(t, sum, t('agent.sum.enough', { available, left: available - all }));
  const reach = Math.floor(available / each);
  const missing = all - available;
  return sentences(
    t,
    sum,
    reach > 0
      ? t('agent.sum.some', { available, reach, missing })
      : t('agent.sum.none', { available, missing }),
  );
}

/** Whether some cost as much as a member thinks. */
export const tellTotal = (said: number, count: number, cost: Cost, t: Translate): string =>
  sentences(
    t,
    said === cost.credits * count ? t('agent.sum.right') : t('agent.sum.not', { credits: said }),
    tellSum(count, cost, t),
  );

/** Shown with the cards of several characters. @param shown how many of them have one */
export function proposeSeveral(prompts: readonly string[], shown: number, cost: Cost, t: Translate): string {
  const advice = sentences(
    t,
    tellSum(shown, cost, t),
    t('agent.several.press'),
    prompts.length > shown && t('agent.several.rest', { most: shown, next: shown + 1 }),
    t('agent.several.change'),
  );
  return `${t('agent.several.lead')}\n${numbered(prompts.map(inCode))}\n\n${advice}`;
}

/** Shown with several cards for the same character. */
export const proposeCopies = (prompt: string, count: number, cost: Cost, t: Translate): string =>
  sentences(
    t,
    t('agent.copies', { count, prompt: inCode(prompt) }),
    tellSum(count, cost, t),
    t('agent.several.press'),
  );

/** How many a pack pays for. */
export function tellPackReach(pack: Pack, { pipeline, credits: each }: Cost, t: Translate): string {
  const { credits } = pack;
  if (each === 0) return t('agent.reach.free', { pipeline });
  const reach = t('agent.reach.given', { credits, count: Math.floor(credits / each), pipeline, each });
  return `${packLine(pack, t)}\n${reach}`;
}

/** The pack that costs least per credit. */
export function tellDeal(packs: readonly Pack[], t: Translate): string {
  const rated = packs.flatMap((pack) => {
    const [first] = pack.prices;
    return first ? [{ pack, each: Number(first.amount) / pack.credits }] : [];
  });
  const [best] = rated.sort((a, b) => a.each - b.each);
  if (!best) return tellPacks([], t);
  const asked = ({ prices }: Pack, count: number) =>
    t.list(
      prices.map(({ amount, currency }) =>
        t.amount(`${Number((Number(amount) / count).toPrecision(3))}`, currency),
      ),
      'or',
    );
  const list = rated.map(({ pack }) =>
    t('agent.deal.line', { name: pack.name, price: asked(pack, pack.credits) }),
  );
  const { name, credits } = best.pack;
  return `${t('agent.deal.best', { name, credits, price: asked(best.pack, 1) })}\n${numbered(list)}`;
}

/** @param latest credits of the newest purchase that arrived */
export const tellPayments = (latest: number | null, t: Translate): string =>
  sentences(
    t,
    latest === null ? t('agent.payments.none') : t('agent.payments.latest', { credits: latest }),
    t('agent.payments.how'),
  );

export const tellAble = (prompt: string, { pipeline, credits }: Cost, t: Translate): string =>
  t('agent.able', { prompt: inCode(prompt), pipeline, credits });

export const tellPrice = (prompt: string, { pipeline, credits, available }: Cost, t: Translate): string =>
  sentences(
    t,
    t('agent.price.cost', { prompt: inCode(prompt), credits, pipeline }),
    available !== null && t('agent.price.have', { available }),
    t('agent.price.next'),
  );

/** How many can be made. @param given null: with the member's balance */
export function tellReach(
  given: number | null,
  { pipeline, credits: each, available }: Cost,
  t: Translate,
): string {
  const credits = given ?? available;
  if (credits === null || each === 0) return t('agent.reach.one', { credits: each, pipeline });
  const reach = { credits, count: Math.floor(credits / each), pipeline, each };
  return given === null ? t('agent.reach.own', reach) : t('agent.reach.given', reach);
}
