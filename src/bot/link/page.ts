import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import type { Random } from '../../base/ids.js';
import { encoding, noncePurpose } from '../../contract/auth.js';
import { type PlaygroundWallet, serveFiles, type WebPage } from '../web/server.js';
import { browserCookie, createBinding } from './binding.js';
import type { createLinkFlow } from './flow.js';
import type { LinkState } from './machine.js';
import { alreadyUsed } from './refusal.js';

const token = z.string().min(20).max(100);
const open = z.object({ token });
const challenge = open.extend({ address: z.string().max(60), purpose: noncePurpose.default('sign_in') });
const proof = open.extend({
  address: z.string().max(60),
  nonce: z.string().max(2_000), // of another service it may be the text itself
  signature: z.string().max(200).optional(),
  encoding,
});

const identity = open.extend({ state: z.string().max(100), code: z.string().max(500) });

const isUnproven = (state: LinkState): boolean => ['created', 'opened', 'proof_received'].includes(state);

/**
 * The web page of a link attempt. GET has no effect (link previewers fetch); everything that acts is a POST of
 * JSON from this very page and carries the token, which reached the browser in the URL fragment.
 */
export function linkPage(options: {
  flow: Pick<ReturnType<typeof createLinkFlow>, 'view' | 'challenge' | 'prove' | 'identify'>;
  /** Scheme, host and port people open the page at. */
  origin: string;
  /** Where document, style sheet and script were bundled into. */
  folder: string;
  wallet: PlaygroundWallet | null;
  clock: Clock;
  random: Random;
}): WebPage {
  const { flow, origin, folder, wallet, clock, random } = options;
  const binding = createBinding({ clock, random });
  const cookie = browserCookie(origin);

  return (app, takeOne) => {
    // Discord sends the browser back to an address of its own: the same page, which reads what it brought.
    serveFiles(app, '/link', folder, ['/link/discord']);
    app.post('/link/api/open', async ({ body, headers }, reply) => {
      const { token } = open.parse(body);
      takeOne(token);
      const presented = cookie.read(headers.cookie);
      const { state, ...view } = await flow.view(token);
      const awaitsCode = state === 'awaiting_code' && binding.holds(token, presented);
      if (!awaitsCode && !isUnproven(state)) throw alreadyUsed();
      reply.header('set-cookie', cookie.write(binding.take(token, view.expiresAt, presented)));
      return { ...view, awaitsCode, walletScript: wallet?.scriptOf(view.memberName) ?? null };
    });
    app.post('/link/api/challenge', async ({ body, headers }) => {
      const { token, address, purpose } = challenge.parse(body);
      takeOne(token);
      binding.check(token, cookie.read(headers.cookie));
      return flow.challenge(token, address, purpose);
    });
    app.post('/link/api/prove', async ({ body, headers }) => {
      const { token, ...signed } = proof.parse(body);
      takeOne(token);
      binding.check(token, cookie.read(headers.cookie));
      const proven = await flow.prove(token, signed);
      return typeof proven === 'object' && proven !== null ? proven : { code: proven };
    });
    app.post('/link/api/identify', async ({ body, headers }) => {
      const { token, ...answer } = identity.parse(body);
      takeOne(token);
      binding.check(token, cookie.read(headers.cookie));
      return { code: await flow.identify(token, answer) };
    });
  };
}
