import type { Pack } from '../../../../contract/payments.js';
import type { Translate } from '../../../../copy/translate.js';
import { numbered, sentences } from '../markdown.js';
import { type Facts, firstIn, packIn, priceOf, sized, type Way, wayIn } from './catalog-named.js';
import { amountSaid, countSaid, creditsSaid, leastCredits, type Reckoning } from './reckoning.js';

/** Sums over the catalog: what was asked for, with the calculation shown. */

const round = (value: number): string => `${Number(value.toPrecision(3))}`;
const amounts = (pack: Pack, share: number, t: Translate): string =>
  t.list(
    pack.prices.map(({ amount, currency }) => t.amount(round(Number(amount) * share), currency)),
    'or',
  );

export function tellReckoned({ asks, lines }: Reckoning, facts: Facts, t: Translate): string {
  const way = wayIn(lines, facts);
  const packs = sized(facts.packs);
  if (way === null || way.credits === 0) return t('agent.packs.none');
  const [newest = ''] = lines;
  const pack = firstIn(lines, (line) => packIn(line, packs));
  const count = firstIn(lines, countSaid);
  switch (asks) {
    case 'reach':
      return tellReach(lines, { way, pack, packs, facts }, t);
    case 'cost':
      if (lines.length === 1 && count !== null && !things.test(newest)) {
        const whole = packs.find(({ credits }) => credits === count);
        if (whole) return sentences(t, offer(whole, t), reach(whole.credits, way, t));
      }
      return withPack(costOf(count ?? 1, way, t), (count ?? 1) * way.credits, facts, t);
    case 'left': {
      const credits = pack?.credits ?? firstIn(lines, creditsSaid);
      return sentences(
        t,
        /\benough\b/i.test(newest) && verdictOf(count ?? 1, credits, way, facts, t),
        tellLeft(count ?? 1, credits ?? facts.available, way, t),
      );
    }
    case 'compare':
      return tellCompared(pack, packs, way, t);
    case 'money':
      return tellMoney(newest, lines, { way, packs, pack: pack ?? packs[0] ?? null }, t);
    case 'pack':
      return tellPack(count, pack, { way, packs }, t);
    case 'cheapest':
    case 'dearest':
      return tellExtreme(asks, facts, packs, t);
  }
}

/** Without them, as many as a pack has are its credits: "how much is 100". */
const things =
  /\b(?:rigs?|characters?|chars?|models?|figures?|ones?|of|more|people|guys|players|kids|npcs?)\b/i;

const costOf = (count: number, { name, credits }: Way, t: Translate): string =>
  t('agent.reckon.cost', { count, each: credits, credits: count * credits, way: name });

/** What the member has, or the pack that pays for it. */
function withPack(sum: string, credits: number, { packs, available }: Facts, t: Translate): string {
  if (available !== null && available >= credits)
    return sentences(t, sum, t('agent.reckon.have', { available, left: available - credits }));
  const missing = credits - (available ?? 0);
  const enough = sized(packs).find((pack) => pack.credits >= missing);
  return sentences(
    t,
    sum,
    available !== null && t('agent.reckon.missing', { available, missing }),
    enough ? offer(enough, t) : null,
  );
}

const offer = (pack: Pack, t: Translate): string =>
  t('agent.reckon.pack', { name: pack.name, credits: pack.credits, price: amounts(pack, 1, t) });

function tellReach(
  lines: readonly string[],
  { way, pack, packs, facts }: { way: Way; pack: Pack | null; packs: readonly Pack[]; facts: Facts },
  t: Translate,
): string {
  const paid = amountSaid(lines[0] ?? '');
  if (paid) {
    const best = sized(packs)
      .filter((one) => (priceOf(one, paid.currency) ?? Number.POSITIVE_INFINITY) <= paid.amount)
      .at(-1);
    if (!best)
      return packs[0] ? sentences(t, t('agent.reckon.small'), offer(packs[0], t)) : t('agent.packs.none');
    return sentences(t, offer(best, t), reach(best.credits, way, t));
  }
  const plain = countSaid(lines[0] ?? ''); // "how many characters is 300"
  const meant = plain !== null && plain >= leastCredits ? plain : null;
  const credits = meant ?? pack?.credits ?? firstIn(lines, creditsSaid) ?? facts.available;
  if (credits === null) return costOf(1, way, t);
  return sentences(
    t,
    pack ? offer(pack, t) : '',
    reach(credits, way, t, /\b(?:left|remain)/i.test(lines[0] ?? '')),
  );
}

function reach(credits: number, { name, credits: each }: Way, t: Translate, isRestAsked = false): string {
  const rest = credits % each;
  const sum = t('agent.reckon.reach', { credits, each, count: Math.floor(credits / each), way: name });
  return sentences(t, sum, (rest > 0 || isRestAsked) && t('agent.reckon.rest', { rest }));
}

/** "I have only 40 left, is it enough?": yes or no, and the balance where it is another one. */
function verdictOf(
  count: number,
  said: number | null,
  way: Way,
  { available }: Facts,
  t: Translate,
): string | false {
  const have = said ?? available;
  if (have === null) return false;
  const isEnough = have >= count * way.credits;
  return sentences(
    t,
    t(isEnough ? 'agent.reckon.enough' : 'agent.reckon.not_enough'),
    available !== null && said !== null && said !== available && t('agent.price.have', { available }),
  );
}

function tellLeft(count: number, have: number | null, way: Way, t: Translate): string {
  if (have === null) return costOf(count, way, t);
  const left = have - count * way.credits;
  const sum = { have, count, each: way.credits, way: way.name };
  return left >= 0
    ? t('agent.reckon.left', { ...sum, left })
    : t('agent.reckon.short', { ...sum, missing: -left });
}

/** What one character costs with each pack, and how much less than with the smallest one. */
function tellCompared(pack: Pack | null, packs: readonly Pack[], way: Way, t: Translate): string {
  const rated = packs.flatMap((one) => {
    const price = priceOf(one, 'USDC') ?? priceOf(one, 'SOL');
    return price === null ? [] : [{ one, each: price / one.credits }];
  });
  const base = rated[0];
  if (!base) return t('agent.packs.none');
  const list = rated.map(({ one, each }) =>
    t('agent.reckon.compare.line', {
      name: one.name,
      price: amounts(one, way.credits / one.credits, t),
      percent: t.percent(100 * (1 - each / base.each)),
    }),
  );
  const best = rated.reduce((least, each) => (each.each < least.each ? each : least));
  const chosen = rated.find(({ one }) => one.id === pack?.id) ?? best;
  const lead = t('agent.reckon.compare', {
    name: chosen.one.name,
    base: base.one.name,
    percent: t.percent(100 * (1 - chosen.each / base.each)),
    each: way.credits,
    way: way.name,
  });
  return `${lead}\n${numbered(list)}`;
}

function tellMoney(
  newest: string,
  lines: readonly string[],
  { way, packs, pack }: { way: Way; packs: readonly Pack[]; pack: Pack | null },
  t: Translate,
): string {
  const isOfPack = creditsSaid(newest) === null && firstIn(lines, countSaid) === null; // "and in usdc?"
  const whole =
    packs.find((one) => one.credits === creditsSaid(newest)) ??
    packIn(newest, packs) ??
    (isOfPack ? firstIn(lines, (line) => packIn(line, packs)) : null);
  if (whole && countSaid(newest) === null) return sentences(t, offer(whole, t), t('agent.reckon.dollar'));
  if (!pack || pack.prices.length === 0) return t('agent.packs.none');
  const count = countSaid(newest) ?? firstIn(lines, countSaid) ?? 1;
  const credits = creditsSaid(newest) ?? firstIn(lines, creditsSaid) ?? count * way.credits;
  return sentences(
    t,
    t('agent.reckon.money', { credits, price: amounts(pack, credits / pack.credits, t), name: pack.name }),
    t('agent.reckon.dollar'),
  );
}

function tellPack(
  count: number | null,
  pack: Pack | null,
  { way, packs }: { way: Way; packs: readonly Pack[] },
  t: Translate,
): string {
  if (count === null)
    return pack
      ? sentences(t, offer(pack, t), reach(pack.credits, way, t))
      : packs.map((one) => offer(one, t)).join('\n');
  const credits = count * way.credits;
  if (pack && pack.credits >= credits)
    return sentences(t, t('agent.reckon.enough'), costOf(count, way, t), offer(pack, t));
  const enough = packs.find((one) => one.credits >= credits);
  const lead = pack ? t('agent.reckon.not_enough') : '';
  return sentences(t, lead, costOf(count, way, t), enough ? offer(enough, t) : t('agent.reckon.several'));
}

function tellExtreme(
  asks: 'cheapest' | 'dearest',
  { pipelines }: Facts,
  packs: readonly Pack[],
  t: Translate,
): string {
  const ways = [...pipelines].sort((a, b) => a.credit_cost - b.credit_cost);
  const way = asks === 'cheapest' ? ways[0] : ways.at(-1);
  const pack = asks === 'cheapest' ? packs[0] : packs.at(-1);
  if (!way) return t('agent.packs.none');
  const inputs = t.list(
    way.inputs.map((one) => t(`agent.pipelines.input.${one}`)),
    'or',
  );
  return sentences(
    t,
    t(`agent.reckon.${asks}`, { way: way.name, credits: way.credit_cost, inputs }),
    pack ? t(`agent.reckon.${asks}.pack`, { name: pack.name, price: amounts(pack, 1, t) }) : null,
  );
}
