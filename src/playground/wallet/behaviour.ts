/**
 * Behaviours of the test wallet towards a page, modelled on real wallets. No imports, so that the browser can use
 * it.
 */

export const signingFeatures = ['solana:signIn', 'solana:signOffchainMessage', 'solana:signMessage'] as const;
export type SigningFeature = (typeof signingFeatures)[number];

export type Behaviour = {
  /** Signing features it announces to the page. */
  features: readonly SigningFeature[];
  /** Supported versions of the off-chain message format; default none. */
  messageVersions?: readonly (0 | 1)[];
  /** Writes off-chain messages of version 0 in the layout of the `solana` command line. */
  writesLegacy?: boolean;
  /** Signs with a different account than the connected one. */
  usesOtherAccount?: boolean;
  /** Changes the text before signing it. */
  edit?: (text: string) => string;
  /** Never signs a text, because the owner declines or the device cannot. */
  refusal?: { by: 'owner' | 'device' };
};

const usual: readonly SigningFeature[] = ['solana:signIn', 'solana:signMessage'];
const offchain: readonly SigningFeature[] = ['solana:signOffchainMessage'];

export const behaviours = {
  phantom: { features: usual },
  solflare: { features: ['solana:signMessage'] },
  'offchain-v1': { features: offchain, messageVersions: [1] },
  'offchain-v0': { features: offchain, messageVersions: [0] },
  'offchain-legacy': {
    features: offchain,
    messageVersions: [0],
    writesLegacy: true,
  },
  ledger: {
    features: ['solana:signMessage'],
    refusal: { by: 'device' },
  },
  'other-account': { features: usual, usesOtherAccount: true },
  'edits-text': {
    features: usual,
    edit: (text) => text.replace(/\n\n.*\n/, '\n\nI agree to everything.\n'),
  },
  rejects: {
    features: usual,
    refusal: { by: 'owner' },
  },
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;
export const behaviourNames = Object.keys(behaviours) as [BehaviourName, ...BehaviourName[]];
export const behaviourOf = (name: BehaviourName): Behaviour => behaviours[name];
