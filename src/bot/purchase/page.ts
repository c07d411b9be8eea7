import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { BuildPayment } from '../../chain/pay-transaction.js';
import { PaymentRefused } from '../../chain/payment-refused.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { readerOf } from '../web/page-text.js';
import { type PlaygroundWallet, serveFiles, type WebPage } from '../web/server.js';
import { isPayable } from './cards/standing.js';
import type { createPurchaseFlow } from './flow.js';
import { viewOf } from './page-view.js';
import type { Purchase } from './purchase.js';
import { requestPaths, serveRequests } from './request.js';
import type { PayView } from './view.js';

const open = z.object({ token: z.string().min(20).max(100) });
const asked = open.extend({ address: z.string().max(60) });

/**
 * The web page of one purchase: the same as its card, for browsers and phones. Anyone with the token can view and pay
 * this purchase and do nothing else; paying for someone is a gift. GET has no side effects, and the token comes from the
 * URL fragment.
 */
export function payPage(options: {
  flow: Pick<ReturnType<typeof createPurchaseFlow>, 'findByToken' | 'checkFor'>;
  /** Null without a Solana endpoint: then the page offers only links and QR codes. */
  build: BuildPayment | null;
  /** Folder with the bundled HTML, CSS and JavaScript. */
  folder: string;
  wallet: PlaygroundWallet | null;
  /** Public origin of the pages. */
  origin: string;
  clock: Clock;
}): WebPage {
  const { flow, folder, wallet, origin, clock } = options;
  const build = options.build && explaining(options.build);
  const look = createSharedLook(flow.checkFor, clock);

  const find = async (token: string): Promise<Purchase> => {
    const purchase = await flow.findByToken(token);
    if (!purchase) throw new AppError('not_found', reason('purchase.error.page_link'));
    return purchase;
  };
  const view = (purchase: Purchase, token: string, t: Translate): PayView => ({
    ...viewOf(purchase, t),
    ...linksOf(purchase, token),
    paysHere: build !== null,
    walletScript: wallet?.scriptOf(purchase.memberName) ?? null,
  });

  /** Wallets take transaction requests, and links that can be shared, only over HTTPS. */
  const linksOf = ({ intent }: Purchase, token: string): Pick<PayView, 'walletUrl' | 'shareUrl'> => {
    if (!origin.startsWith('https:') || build === null)
      return { walletUrl: intent.solana_pay_url, shareUrl: intent.solana_pay_url };
    const request = new URL(`${requestPaths.request}/${token}`, origin).href;
    return {
      walletUrl: `solana:${request}`,
      shareUrl: new URL(`${requestPaths.share}/${token}`, origin).href,
    };
  };

  return (app, takeOne, copy) => {
    const keys = ['page.', 'purchase.page.', 'purchase.step.'];
    serveFiles(app, '/pay', folder, { copy, keys, also: [`${requestPaths.share}/:token`] });
    serveRequests(app, { find, build, origin, copy, takeOne });
    app.post('/pay/api/view', async (request) => {
      const { token } = open.parse(request.body);
      return view(await find(token), token, readerOf(request, copy));
    });
    app.post('/pay/api/check', async (request) => {
      const { token } = open.parse(request.body);
      const { checked } = (await look(await find(token))).intent;
      const now = await find(token);
      const intent = { ...now.intent, ...(checked && { checked }) };
      return view({ ...now, intent }, token, readerOf(request, copy));
    });
    app.post('/pay/api/transaction', async ({ body }) => {
      const { token, address } = asked.parse(body);
      takeOne(token);
      const { intent, replacedBy } = await find(token);
      if (!build || replacedBy || !isPayable(intent))
        throw new AppError('invalid_request', reason('purchase.error.closed'));
      return { transaction: await build(intent.solana_pay_url, address) };
    });
  };
}

const explaining =
  (build: BuildPayment): BuildPayment =>
  (...payment) =>
    build(...payment).catch(explain);

/** @throws AppError with the reason in the reader's language */
function explain(error: unknown): never {
  if (!(error instanceof PaymentRefused)) throw error;
  throw new AppError('invalid_request', reason(`purchase.error.wallet.${error.why}`), { cause: error });
}

const sharedMs = 5_000;

/**
 * Shares one check among all requests within 5 s: the link can be passed on, and checks by strangers count
 * against the rate limit of the member who owns the purchase.
 */
function createSharedLook(check: (purchase: Purchase) => Promise<Purchase>, clock: Clock) {
  const looks = new Map<string, { at: number; answer: Promise<Purchase> }>();
  return (purchase: Purchase): Promise<Purchase> => {
    const { id } = purchase;
    const now = clock.now();
    for (const [key, { at }] of looks) if (at + sharedMs <= now) looks.delete(key);
    const known = looks.get(id);
    if (known) return known.answer;
    const answer = check(purchase);
    looks.set(id, { at: now, answer });
    return answer;
  };
}
