import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { createCaseDecisions } from './decisions.js';
import { createCaseDesk } from './desk.js';
import { createCaseStore } from './store.js';

const everyMs = { localnet: 2_000, elsewhere: 30_000 };

/** Payments that wait for the operator's decision, in a channel of the moderators. Off without such a channel. */
export function createCasesFeature(context: BotContext) {
  const { config, db, outbox, http, messenger, clock, log, sessionStores, hooks, languages } = context;
  const store = createCaseStore({ db, outbox });
  const look = () => context.wakeRound('cases');
  const flows = { cases: createCaseDecisions({ settings: config.cases, store, http, clock, look }) };
  if (!config.cases) return { flows } satisfies BotFeature<typeof flows>;
  const desk = createCaseDesk({
    channelId: config.cases.channelId,
    secret: config.cases.secret,
    network: config.network,
    t: languages.ofChannel(null),
    hasButtons: config.cases.operators.length > 0,
    store,
    http,
    messenger,
    clock,
    log,
    async buyerOf(intentId, payer) {
      const buyer = intentId === null ? null : await hooks.buyerOf(intentId);
      return buyer ?? (payer === null ? null : sessionStores.wallets.ownerOf(db, payer));
    },
  });
  return {
    flows,
    outbox: { case: { deliver: desk.deliver } },
    rounds: [
      {
        name: 'cases',
        everyMs: config.network === 'localnet' ? everyMs.localnet : everyMs.elsewhere,
        round: desk.sweep,
      },
    ],
  } satisfies BotFeature;
}
