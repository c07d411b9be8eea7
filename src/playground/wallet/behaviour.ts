/**
 * Behaviours of the test wallet towards a page, modelled on real wallets. No imports, so that the browser can use
 * it.
 */

export const signingFeatures = ['solana:signIn', 'solana:signOffchainMessage', 'solana:signMessage'] as const;
export type SigningFeature = (typeof signingFeatures)[number];

export type Behaviour = {
  /** Label for the person who chooses. */
  label: string;
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
  refusal?: { by: 'owner' | 'device'; sentence: string };
};

const usual: readonly SigningFeature[] = ['solana:signIn', 'solana:signMessage'];
const offchain: readonly SigningFeature[] = ['solana:signOffchainMessage'];

export const behaviours = {
  phantom: { label: 'Like Phantom: signs in', features: usual },
  solflare: { label: 'Like Solflare: signs messages only', features: ['solana:signMessage'] },
  'offchain-v1': { label: 'Off-chain messages, version 1', features: offchain, messageVersions: [1] },
  'offchain-v0': { label: 'Off-chain messages, version 0', features: offchain, messageVersions: [0] },
  'offchain-legacy': {
    label: 'Off-chain messages, as the command line writes them',
    features: offchain,
    messageVersions: [0],
    writesLegacy: true,
  },
  ledger: {
    label: 'Like a Ledger: pays, but cannot sign texts',
    features: ['solana:signMessage'],
    refusal: { by: 'device', sentence: 'This hardware wallet signs transactions only.' },
  },
  'other-account': { label: 'Signs with another account', features: usual, usesOtherAccount: true },
  'edits-text': {
    label: 'Changes the text it signs',
    features: usual,
    edit: (text) => text.replace(/\n\n.*\n/, '\n\nI agree to everything.\n'),
  },
  rejects: {
    label: 'Its owner always declines',
    features: usual,
    refusal: { by: 'owner', sentence: 'User rejected the request.' },
  },
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;
export const behaviourNames = Object.keys(behaviours) as [BehaviourName, ...BehaviourName[]];
export const behaviourOf = (name: BehaviourName): Behaviour => behaviours[name];
