import { EventEmitter } from 'node:events';

/** What every service of the specification has, whatever its wire looks like. All of it lives in memory. */

export type Account = { n: number; address: string; credits: number; createdAt: number };
export type Pack = { n: number; key: string; name: string; credits: number; lamports: number };
export type Intent = {
  n: number;
  account: Account;
  pack: Pack;
  lamports: number;
  recipient: string;
  signature: string | null;
  createdAt: number;
  expiresAt: number;
  paidAt: number | null;
};
export type Generation = {
  n: number;
  account: Account;
  kind: 'text' | 'image' | 'images';
  prompt: string;
  state: 'waiting' | 'working' | 'done' | 'failed';
  createdAt: number;
  endedAt: number | null;
};
export type Message = { n: number; role: 'user' | 'agent'; text: string; at: number };
export type Conversation = {
  n: number;
  account: Account;
  title: string;
  messages: Message[];
  isBusy: boolean;
  createdAt: number;
  /** The last event of this conversation, counted from 1. */
  seq: number;
};

/** Something the agent does. `text` is the whole answer so far. */
export type Happening = {
  kind: 'progress' | 'response' | 'complete' | 'error';
  conversation: Conversation;
  seq: number;
  answer: number;
  text: string;
  delta: string;
  at: number;
};

export const packs: readonly Pack[] = [
  { n: 1, key: 'starter', name: 'Starter', credits: 100, lamports: 20_000_000 },
  { n: 2, key: 'studio', name: 'Studio', credits: 1000, lamports: 150_000_000 },
];
export const rigCost = 10;

export type House = ReturnType<typeof createHouse>;

export function createHouse({ recipient }: { recipient: string }) {
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const accounts = new Map<string, Account>();
  const intents: Intent[] = [];
  const generations: Generation[] = [];
  const conversations: Conversation[] = [];
  const happenings = new EventEmitter<{ happening: [Happening] }>().setMaxListeners(0);

  return {
    next,
    accounts,
    intents,
    generations,
    conversations,
    happenings,

    accountOf(address: string): Account {
      const account = accounts.get(address) ?? { n: next(), address, credits: 0, createdAt: Date.now() };
      accounts.set(address, account);
      return account;
    },

    order(account: Account, pack: Pack): Intent {
      const createdAt = Date.now();
      const intent: Intent = {
        n: next(),
        account,
        pack,
        lamports: pack.lamports,
        recipient,
        signature: null,
        createdAt,
        expiresAt: createdAt + 30 * 60_000,
        paidAt: null,
      };
      intents.push(intent);
      return intent;
    },

    /** Credits once. */
    pay(intent: Intent, signature: string): void {
      if (intent.paidAt !== null) return;
      intent.paidAt = Date.now();
      intent.signature = signature;
      intent.account.credits += intent.pack.credits;
    },

    /** Succeeds or fails after a moment. Null when the account has too few credits. */
    generate(account: Account, kind: Generation['kind'], prompt: string, fails: boolean): Generation | null {
      if (account.credits < rigCost) return null;
      account.credits -= rigCost;
      const generation: Generation = {
        n: next(),
        account,
        kind,
        prompt,
        state: 'waiting',
        createdAt: Date.now(),
        endedAt: null,
      };
      generations.push(generation);
      setTimeout(() => {
        generation.state = 'working';
      }, 100).unref();
      setTimeout(() => {
        generation.state = fails ? 'failed' : 'done';
        generation.endedAt = Date.now();
        if (fails) account.credits += rigCost;
      }, 300).unref();
      return generation;
    },

    converse(account: Account, title: string): Conversation {
      const conversation: Conversation = {
        n: next(),
        account,
        title,
        messages: [],
        isBusy: false,
        createdAt: Date.now(),
        seq: 0,
      };
      conversations.push(conversation);
      return conversation;
    },
  };
}
