import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { oauthAddresses } from '../web/oauth.js';
import { createAttempts } from './attempts.js';
import { createBinding } from './binding.js';
import { createLinkFlow } from './flow.js';
import { createAttemptKeeper, createTakeoverKeeper } from './keepers.js';
import { createIdentity, type Identity } from './oauth.js';
import { linkPage } from './page.js';
import { createPhraseStore, sealedPhrases } from './phrases.js';
import { createProofStore } from './proofs.js';
import { sealedProofs } from './proven.js';
import { createLinkStore } from './store.js';
import { createTakeoverStore, sealedClaims } from './takeover.js';
import { createWalletFlow } from './wallets.js';

/** Linking wallets, and what members do with the linked ones. */
export function createLinkFeature(context: BotContext) {
  const { config, db, seal, clock, random, http, sessions, sessionStores, notices, hooks } = context;
  const { wallets } = sessionStores;
  const takeovers = createTakeoverStore({ db, seal, clock, wallets, notices });
  const attempts = createAttempts({ db, clock });
  const phrases = createPhraseStore({ db, seal });
  const link = createLinkFlow({
    store: createLinkStore({ clock, attempts }),
    proofs: createProofStore({ seal, attempts, wallets, takeovers, notices }),
    sessions,
    wallets,
    http,
    pageUrl: new URL('/link', config.publicUrl).href,
    clock,
    random,
    unfinished: hooks.unfinished,
    identity: identityOf(context),
    takeoverDelayMs: config.takeoverDelayMs,
    linked: hooks.onLinked,
    phrases,
  });
  const wallet = createWalletFlow({
    sessions,
    takeovers,
    notices,
    http,
    clock,
    unfinished: hooks.unfinished,
    linked: hooks.onLinked,
    changed: hooks.onWalletChanged,
    lost: hooks.onWalletLost,
  });
  const page = linkPage({
    flow: link,
    origin: new URL(config.publicUrl).origin,
    wallet: config.playgroundWallet,
    folder: config.pages.link,
    binding: createBinding({ db, clock, random }),
    beginLinkedRole: hooks.beginLinkedRole,
  });
  return {
    flows: { link, wallet },
    commands: ['link', 'unlink', 'wallet', 'link-panel', 'verify-bot'],
    sealed: [sealedProofs, sealedClaims, sealedPhrases],
    keepers: {
      link_attempts: createAttemptKeeper(db),
      takeovers: createTakeoverKeeper(db),
      phrase: phrases,
    },
    rounds: [
      { name: 'wallets', everyMs: 1_000, round: wallet.sweep },
      { name: 'links', everyMs: 5_000, round: link.sweep },
    ],
    pages: [page],
    hooks: {
      unlinkAll: wallet.unlinkAll,
      async onLeaving(memberId) {
        await link.cancel(memberId);
        await wallet.withdrawAll(memberId);
      },
    },
  } satisfies BotFeature;
}

/** The OAuth2 check of the link page; null without a client secret. */
function identityOf({ config, discord, random, hooks }: BotContext): Identity | null {
  const { clientSecret, discordApi, publicUrl } = config;
  if (clientSecret === undefined) return null;
  return createIdentity({
    clientId: discord.applicationId,
    clientSecret,
    random,
    ...oauthAddresses(discordApi),
    isGranted: async (userId) => (await hooks.hasLinkedRole(userId)) !== null,
    redirectUrl: new URL('/link/discord', publicUrl).href,
  });
}
