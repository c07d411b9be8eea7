import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { BuildPayment } from '../../chain/pay-transaction.js';
import { explorerUrl } from '../cards/network.js';
import { isPayable, remaining } from '../cards/standing.js';
import { type PlaygroundWallet, serveFiles, type WebPage } from '../web/server.js';
import type { createPurchaseFlow } from './flow.js';
import type { Purchase } from './store.js';
import type { PayView } from './view.js';

const open = z.object({ token: z.string().min(20).max(100) });
const asked = open.extend({ address: z.string().max(60) });

/** Wallet Standard chain identifiers by network. */
const chains: Readonly<Record<string, string>> = {
  mainnet: 'solana:mainnet',
  'mainnet-beta': 'solana:mainnet',
  devnet: 'solana:devnet',
  testnet: 'solana:testnet',
};

/**
 * The web page of one purchase: the same as its card, for browsers and phones. Anyone with the token can view and pay
 * this purchase and do nothing else; paying for someone is a gift. GET has no side effects, and the token comes from the
 * URL fragment.
 */
export function payPage(options: {
  flow: Pick<ReturnType<typeof createPurchaseFlow>, 'findByToken' | 'check'>;
  /** Null without a Solana endpoint: then the page offers only links and QR codes. */
  build: BuildPayment | null;
  /** Folder with the bundled HTML, CSS and JavaScript. */
  folder: string;
  wallet: PlaygroundWallet | null;
  clock: Clock;
}): WebPage {
  const { flow, build, folder, wallet, clock } = options;
  const look = createSharedLook(flow.check, clock);

  const find = async (token: string): Promise<Purchase> => {
    const purchase = await flow.findByToken(token);
    if (!purchase) throw new AppError('not_found', "This link isn't valid. Use /buy in Discord.");
    return purchase;
  };
  const view = (purchase: Purchase): PayView => ({
    ...viewOf(purchase),
    paysHere: build !== null,
    walletScript: wallet?.scriptOf(purchase.memberName) ?? null,
  });

  return (app, takeOne) => {
    serveFiles(app, '/pay', folder);
    app.post('/pay/api/view', async ({ body }) => view(await find(open.parse(body).token)));
    app.post('/pay/api/check', async ({ body }) => {
      const { token } = open.parse(body);
      await look(await find(token));
      return view(await find(token));
    });
    app.post('/pay/api/transaction', async ({ body }) => {
      const { token, address } = asked.parse(body);
      takeOne(token);
      const { intent, replacedBy } = await find(token);
      if (!build || replacedBy || !isPayable(intent))
        throw new AppError('invalid_request', "You can't pay this here anymore.");
      return { transaction: await build(intent.solana_pay_url, address) };
    });
  };
}

const sharedMs = 5_000;

/**
 * Shares one check among all requests within 5 s: the link is public in a channel, and checks by strangers count
 * against the rate limit of the member who owns the purchase.
 */
function createSharedLook(check: (memberId: string, id: string) => Promise<unknown>, clock: Clock) {
  const looks = new Map<string, { at: number; answer: Promise<unknown> }>();
  return ({ memberId, id }: Purchase): Promise<unknown> => {
    const now = clock.now();
    for (const [key, { at }] of looks) if (at + sharedMs <= now) looks.delete(key);
    const known = looks.get(id);
    if (known) return known.answer;
    const answer = check(memberId, id);
    looks.set(id, { at: now, answer });
    return answer;
  };
}

function viewOf({ intent, memberName, replacedBy, balance }: Purchase) {
  const { status, exception, credits, currency, recipient, reference, network, receipt } = intent;
  return {
    status,
    exception,
    credits,
    currency,
    recipient,
    reference,
    network,
    memberName,
    balance,
    isReplaced: replacedBy !== null,
    amount: remaining(intent),
    price: intent.amount,
    chain: chains[network] ?? 'solana:localnet',
    solanaPayUrl: intent.solana_pay_url,
    expiresAt: intent.expires_at,
    checked: intent.checked ?? (intent.last_checked_at ? { at: intent.last_checked_at } : null),
    receipt: receipt?.number ?? null,
    transactions: intent.transactions.map(({ signature, commitment, confirmations }) => ({
      signature,
      commitment,
      confirmations,
      explorer: explorerUrl(signature, network),
    })),
  };
}
