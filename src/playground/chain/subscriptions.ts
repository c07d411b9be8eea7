import type { Commitment } from '../../chain/rpc.js';
import type { Bank } from './bank.js';
import type { Method } from './context.js';
import { type AccountOptions, encodeAccount } from './encoding.js';
import { invalidParams } from './fault.js';
import type { Landed } from './history.js';
import * as read from './params.js';

type Send = (message: unknown) => void;

/** One subscription of a socket. `offer` is called with each transaction as it reaches a commitment. */
type Subscription = {
  kind: 'signature' | 'logs' | 'account' | 'slot';
  offer?: (commitment: Commitment, landed: Landed) => void;
  slot?: (slot: number) => void;
};

export type Subscriptions = { methods: Record<string, Method>; close(): void };

const namesAddress = (landed: Landed, address: string) =>
  landed.execution.keys.some((key) => key.toBase58() === address);

/**
 * The WebSocket methods of a Solana node for one socket: signature, logs, account and slot subscriptions.
 * @param send writes one message to the socket
 */
export function createSubscriptions(bank: Bank, nextId: () => number, send: Send): Subscriptions {
  const subscriptions = new Map<number, Subscription>();

  const notify = (kind: Subscription['kind'], subscription: number, result: unknown) =>
    send({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription } });
  const withContext = (slot: number, value: unknown) => ({ context: { slot }, value });

  const add = (create: (id: number) => Subscription): number => {
    const id = nextId();
    subscriptions.set(id, create(id));
    return id;
  };
  const remove: Method = ([id]) => {
    if (!subscriptions.delete(read.naturalParam(id, 'subscription')))
      throw invalidParams('Invalid subscription id.');
    return true;
  };

  const stop = bank.listen({
    onReached(commitment, all) {
      for (const { offer } of [...subscriptions.values()])
        for (const landed of all) offer?.(commitment, landed);
    },
    onSlot(slot) {
      for (const subscription of subscriptions.values()) subscription.slot?.(slot);
    },
  });

  const reachedAlready = (landed: Landed, wanted: Commitment) => landed.slot <= bank.slotAt(wanted);

  const signatureSubscribe: Method = ([value, config]) => {
    const signature = read.signatureParam(value);
    const wanted = read.commitmentParam(read.optionsParam(config).commitment);
    return add((id) => {
      const tell = ({ slot, execution }: Landed) => {
        if (!subscriptions.delete(id)) return; // one notification ends it
        notify('signature', id, withContext(slot, { err: execution.err }));
      };
      const landed = bank.history.find(signature);
      // Deferred until this call has returned: the client must know the id before the notification arrives.
      if (landed && reachedAlready(landed, wanted)) setImmediate(() => tell(landed));
      return {
        kind: 'signature',
        offer: (commitment, each) => {
          if (commitment === wanted && each.signature === signature) tell(each);
        },
      };
    });
  };

  const logsSubscribe: Method = ([filter, config]) => {
    const wanted = read.commitmentParam(read.optionsParam(config).commitment);
    const everything = filter === 'all' || filter === 'allWithVotes';
    const mentioned = everything
      ? undefined
      : read.addressParam(read.listParam(read.optionsParam(filter).mentions, 1)[0]).toBase58();
    return add((id) => ({
      kind: 'logs',
      offer: (commitment, landed) => {
        if (commitment !== wanted || (mentioned && !namesAddress(landed, mentioned))) return;
        const { err, logs } = landed.execution;
        notify('logs', id, withContext(landed.slot, { signature: landed.signature, err, logs }));
      },
    }));
  };

  const accountSubscribe: Method = ([value, config]) => {
    const key = read.addressParam(value);
    const options = read.optionsParam(config);
    const wanted = read.commitmentParam(options.commitment);
    return add((id) => ({
      kind: 'account',
      offer: (commitment, landed) => {
        const account = bank.svm.getAccount(key.toBytes());
        if (commitment !== wanted || !account || !namesAddress(landed, key.toBase58())) return;
        const encoded = encodeAccount(bank.svm, account, options as AccountOptions);
        notify('account', id, withContext(landed.slot, encoded));
      },
    }));
  };

  const slotSubscribe: Method = () =>
    add((id) => ({
      kind: 'slot',
      slot: (slot) => notify('slot', id, { slot, parent: slot - 1, root: bank.slotAt('finalized') }),
    }));

  return {
    methods: {
      signatureSubscribe,
      logsSubscribe,
      accountSubscribe,
      slotSubscribe,
      signatureUnsubscribe: remove,
      logsUnsubscribe: remove,
      accountUnsubscribe: remove,
      slotUnsubscribe: remove,
    },
    close: stop,
  };
}
