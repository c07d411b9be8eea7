import { AppError } from '../../base/errors.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import type { ServerRules } from '../settings/rules.js';
import type { createAgain } from './again.js';
import type { Catalog } from './catalog.js';
import { parametersOf } from './options.js';
import {
  type createPlaceOrder,
  inputOf,
  type RigChoice,
  type RigOrder,
  type RigPlace,
  wordless,
} from './order.js';
import type { Quoting } from './quoting.js';
import type { RigJob } from './rows.js';
import type { Offer, Quote, Wish } from './wish.js';

/** The confirmed price, whether it includes priority, and whether the server's pool pays. */
export type Price = { quote?: string | null; isFirst?: boolean; isPooled?: boolean };

/** What a price adds to a request. */
const pricedAs = ({ quote = null, isFirst = false, isPooled = false }: Price) => ({
  ...(quote !== null && { quote }),
  ...(isFirst && { priority: true }),
  ...(isPooled && { payer: 'server' as const }),
});

type Made = Pick<RigJob, 'generation' | 'address'> & { owesPing?: boolean };

/** Prices wishes, and makes them. */
export function createMaking(deps: {
  sessions: Sessions;
  rules: ServerRules;
  catalog: Catalog;
  orders: ReturnType<typeof createPlaceOrder>;
  quoting: Quoting;
  again: Pick<ReturnType<typeof createAgain>, 'makeAgain'>;
  own: (memberId: string, id: string) => Promise<RigJob>;
  /** The wallet that pays for a remake of this rig. */
  payerOf: (job: RigJob) => Promise<string | null>;
  add: (member: Member, place: RigPlace, made: Made) => Promise<RigJob>;
  /** Whether finished rigs may mention their member there. */
  mayMention: (guildId: string) => Promise<boolean>;
}) {
  const { sessions, rules, catalog, orders, quoting, again, own, payerOf, add, mayMention } = deps;

  /** Without options, the service chooses everything. */
  const choiceOf = async ({ kind, pipeline, seed, answers = {} }: RigOrder): Promise<RigChoice> => {
    const hasSeed = seed !== undefined && { seed };
    if (pipeline === undefined && Object.keys(answers).length === 0) return { ...hasSeed };
    const found = await catalog.choose(inputOf[kind], pipeline ?? null);
    const pipeline_id = found?.id ?? pipeline;
    return {
      ...(pipeline_id !== undefined && { pipeline_id }),
      ...hasSeed,
      parameters: parametersOf(found?.parameters ?? [], answers),
    };
  };

  /** @throws AppError where the member has no wallet, or may not make rigs in that channel */
  const admitted = async (member: Member, place: RigPlace, order: RigOrder) => {
    if (order.kind === 'text' && order.prompt.trim() === '') throw wordless();
    const wallet = await sessions.walletOf(member.id);
    if (!wallet) throw new AppError('unauthenticated');
    await rules.check('rig', member.id, place);
    const said = order.kind === 'text' ? order.prompt : order.kind !== 'mesh' && order.caption;
    if (said) await rules.checkText(place.guildId, said);
    return wallet;
  };

  const start = async (
    member: Member,
    place: RigPlace,
    order: RigOrder,
    key: string,
    price: Price = {},
  ): Promise<RigJob> => {
    const { address } = await admitted(member, place, order);
    const choice = { ...(await choiceOf(order)), ...pricedAs(price) };
    const service = sessions.serviceOf(member.id, address, place);
    const generation = await orders.place(service, order, choice, key);
    const owesPing = order.ping === true && !place.isPrivate && (await mayMention(place.guildId));
    return add(member, place, { generation, address, owesPing });
  };

  return {
    start,

    async make(
      member: Member,
      place: RigPlace,
      wish: Wish,
      { key, ...price }: { key: string } & Price,
    ): Promise<RigJob> {
      if (wish.kind === 'start') return start(member, place, wish.order, key, price);
      const changes = { ...wish.changes, ...pricedAs(price) };
      return again.makeAgain(member, place, { ...wish, changes }, key);
    },

    async subjectOf(member: Member, wish: Wish): Promise<Offer['subject']> {
      if (wish.kind === 'start') {
        const { order } = wish;
        return { type: inputOf[order.kind], prompt: order.kind === 'text' ? order.prompt : null };
      }
      const { type, input } = (await own(member.id, wish.id)).generation;
      return { type, prompt: wish.changes.prompt ?? input.prompt };
    },

    /** Everything that can be refused before a price is named. */
    async quoteOf(member: Member, place: RigPlace, wish: Wish): Promise<Quote> {
      if (wish.kind === 'start') {
        const { address } = await admitted(member, place, wish.order);
        const { pipeline_id, parameters } = await choiceOf(wish.order);
        const asked = {
          type: inputOf[wish.order.kind],
          ...(pipeline_id !== undefined && { pipeline_id }),
          ...(parameters && { parameters }),
        };
        return quoting(sessions.serviceOf(member.id, address, place), asked);
      }
      const job = await own(member.id, wish.id);
      await rules.check('rig', member.id, place);
      const { type, pipeline_id, input } = job.generation;
      await rules.checkText(place.guildId, wish.changes.prompt ?? input.prompt ?? '');
      const parameters = wish.changes.parameters ?? input.parameters;
      const service = sessions.serviceOf(member.id, (await payerOf(job)) ?? undefined, place);
      return quoting(service, { type, pipeline_id: wish.changes.pipeline_id ?? pipeline_id, parameters });
    },
  };
}
