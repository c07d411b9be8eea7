import { z } from 'zod';
import { encoding, noncePurpose } from '../../contract/auth.js';
import type { FeatureHooks } from '../feature.js';
import { type PlaygroundWallet, serveFiles, type WebPage } from '../web/server.js';
import { type Binding, browserCookie } from './binding.js';
import type { createLinkFlow } from './flow.js';
import type { LinkState } from './machine.js';
import { alreadyUsed } from './refusal.js';

const token = z.string().min(20).max(100);
const open = z.object({ token });
const challenge = open.extend({ address: z.string().max(60), purpose: noncePurpose.default('sign_in') });
const proof = open.extend({
  address: z.string().max(60),
  nonce: z.string().max(2_000), // some services use the whole message as the nonce
  signature: z.string().max(200).optional(),
  encoding,
});

const identity = open.extend({ state: z.string().max(100), code: z.string().max(500) });

const isUnproven = (state: LinkState): boolean => ['created', 'opened', 'proof_received'].includes(state);

/**
 * The web page of a link attempt. GET has no side effects, because link previews fetch it; actions are JSON POSTs from
 * this page with the token from the URL fragment.
 */
export function linkPage(options: {
  flow: Pick<ReturnType<typeof createLinkFlow>, 'view' | 'challenge' | 'prove' | 'identify' | 'outcome'>;
  /** Public origin of the page. */
  origin: string;
  /** Folder with the bundled HTML, CSS and JavaScript. */
  folder: string;
  wallet: PlaygroundWallet | null;
  binding: Binding;
  beginLinkedRole: FeatureHooks['beginLinkedRole'];
}): WebPage {
  const { flow, origin, folder, wallet, binding, beginLinkedRole } = options;
  const cookie = browserCookie(origin);

  return (app, takeOne, copy) => {
    // The OAuth2 redirect opens the same page, which reads the query.
    serveFiles(app, '/link', folder, {
      copy,
      keys: ['page.', 'link.page.'],
      also: ['/link/discord'],
    });
    app.post('/link/api/open', async ({ body, headers }, reply) => {
      const { token } = open.parse(body);
      takeOne(token);
      const presented = cookie.read(headers.cookie);
      const { state, ...view } = await flow.view(token);
      const awaitsCode = state === 'awaiting_code' && (await binding.holds(token, presented));
      if (!awaitsCode && !isUnproven(state)) throw alreadyUsed();
      const browser = await binding.take(token, view.expiresAt, presented);
      reply.header('set-cookie', cookie.write(browser));
      return { ...view, awaitsCode, walletScript: wallet?.scriptOf(view.memberName) ?? null };
    });
    app.post('/link/api/challenge', async ({ body, headers }) => {
      const { token, address, purpose } = challenge.parse(body);
      takeOne(token);
      await binding.check(token, cookie.read(headers.cookie));
      return flow.challenge(token, address, purpose);
    });
    app.post('/link/api/prove', async ({ body, headers }) => {
      const { token, ...signed } = proof.parse(body);
      takeOne(token);
      await binding.check(token, cookie.read(headers.cookie));
      const proven = await flow.prove(token, signed);
      return typeof proven === 'object' && proven !== null ? proven : { code: proven };
    });
    // Without the cookie: the outcome tells nothing but that the link is over.
    app.post('/link/api/outcome', async ({ body }) => {
      const { token } = open.parse(body);
      takeOne(token);
      return { outcome: (await flow.outcome(token)).state };
    });
    // In the browser that linked the wallet: the way to Discord's consent page for linked roles.
    app.post('/link/api/linked-role', async ({ body, headers }, reply) => {
      const { token } = open.parse(body);
      takeOne(token);
      await binding.check(token, cookie.read(headers.cookie));
      const { state, memberId } = await flow.outcome(token);
      const begun = state === 'linked' ? await beginLinkedRole(memberId) : null;
      if (begun) reply.header('set-cookie', begun.cookie);
      return { url: begun?.url ?? null };
    });
    app.post('/link/api/identify', async ({ body, headers }) => {
      const { token, ...answer } = identity.parse(body);
      takeOne(token);
      await binding.check(token, cookie.read(headers.cookie));
      return { code: await flow.identify(token, answer) };
    });
  };
}
