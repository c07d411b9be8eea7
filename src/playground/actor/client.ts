import type { ChainState } from '../chain/local-chain.js';
import type {
  ChannelView,
  Choice,
  CommandView,
  GuildView,
  Member,
  MessageView,
  ModalView,
  Outcome,
  Problem,
} from '../discord/types.js';
import { type ActorWallet, type Call, walletOver } from './wallet-client.js';
import type { Wire } from './wire.js';

export type { ActorWallet, PayHow, Signed } from './wallet-client.js';
export type { WalletAsk, WalletLook, WalletSignAsk } from './wallet-view.js';

/** A client of the actor API that reads like a story: `await actor.as('mia').runs('/rig text', { prompt })`. */

export type SeenMessage = Wire<MessageView>;
export type SeenModal = Wire<ModalView>;
export type SeenChannel = Wire<ChannelView>;
export type SeenCommand = Wire<CommandView>;
export type SeenOutcome = Wire<Outcome> & { modal: SeenModal | null };
export type SeenWorld = Wire<{
  guild: GuildView;
  people: Member[];
  channels: ChannelView[];
  bots: { name: string; userId: string; applicationId: string }[];
  now: number;
}>;

export type SeenChain = {
  rpc: string;
  ws: string;
  genesis_hash: string;
  usdc_mint: string;
  slot: number;
  controls: string[];
} & Wire<ChainState>;

export type Upload = { name: string; bytes: Uint8Array; contentType?: string };
type Options = Record<string, string | number | boolean>;
type Where = { channel?: string };

/** A refusal of the playground with its sentence. After a timed-out wait, `seen` lists the visible messages. */
export class ActorError extends Error {
  override readonly name = 'ActorError';
  constructor(
    readonly status: number,
    sentence: string,
    readonly seen: readonly string[] = [],
  ) {
    super(seen.length === 0 ? sentence : `${sentence} Seen:\n${seen.join('\n')}`);
  }
}

export type ActorPerson = {
  name: string;
  /** The same person with a default channel. */
  in(channel: string): ActorPerson;
  channels(): Promise<SeenChannel[]>;
  commands(channel?: string): Promise<SeenCommand[]>;
  messages(channel?: string): Promise<SeenMessage[]>;
  /** The newest messages of a channel (default 100) and who is typing there. */
  look(
    channel?: string,
    limit?: number,
  ): Promise<{ channel: string; messages: SeenMessage[]; typing: Wire<Member>[] }>;
  modals(): Promise<SeenModal[]>;
  /** Rejects with the sentence Discord shows when the application did not respond. */
  runs(
    command: string,
    options?: Options,
    how?: Where & { attachments?: Record<string, Upload>; target?: string; application?: string },
  ): Promise<SeenOutcome>;
  autocompletes(
    command: string,
    option: string,
    value: string,
    how?: Where & { options?: Options },
  ): Promise<Choice[]>;
  /** Clicks the newest button with that label, or with `{ customId }`. */
  clicks(button: string | { customId: string }, how?: Where & { message?: string }): Promise<SeenOutcome>;
  selects(values: string[], how?: Where & { message?: string; customId?: string }): Promise<SeenOutcome>;
  /** Fills in the open form, fields by label or custom id, and sends it. */
  fills(
    values: Record<string, string | string[]>,
    how?: { modal?: string; files?: Record<string, Upload[]> },
  ): Promise<SeenOutcome>;
  dismisses(modal?: string): Promise<void>;
  posts(content: string, how?: Where & { attachments?: Upload[]; replyTo?: string }): Promise<SeenMessage>;
  edits(message: string, content: string, how?: Where): Promise<SeenMessage>;
  deletes(message: string, how?: Where): Promise<void>;
  reacts(emoji: string, message: string, how?: Where & { taken?: boolean }): Promise<SeenMessage>;
  startsThread(name: string, how?: Where & { message?: string; private?: boolean }): Promise<SeenChannel>;
  joins(thread: string): Promise<void>;
  /** Adds another member to a thread. */
  invites(member: string, thread: string): Promise<void>;
  leaves(thread: string): Promise<void>;
  archives(thread: string): Promise<void>;
  reopens(thread: string): Promise<void>;
  /** Buys something of the application inside Discord; returns the entitlement's id. */
  buys(sku: string): Promise<string>;
  /** Lets Discord refund a purchase. */
  getsRefund(entitlement: string): Promise<void>;
  /** Changes the language of this person's client. */
  speaks(locale: string): Promise<void>;
  /** Opens direct messages with a user; returns the channel's id. */
  opensDm(withWhom: string): Promise<string>;
  /**
   * Waits until a message contains the text (any part, ignoring case) or matches the pattern. Default: in any
   * channel.
   */
  sees(text: string | RegExp, how?: Where & { timeoutMs?: number; after?: string }): Promise<SeenMessage>;
  wallet: ActorWallet;
};

export type Actor = {
  world(): Promise<SeenWorld>;
  problems(): Promise<Wire<Problem>[]>;
  /** Faults of the local Discord, by the name and body of `POST /discord/{fault}`. */
  discord: {
    active(): Promise<string[]>;
    fault(name: string, body?: object): Promise<void>;
  };
  as(name: string): ActorPerson;
  chain: {
    state(): Promise<SeenChain>;
    control(name: string, body?: object): Promise<{ slot: number; signatures?: string[]; mint?: string }>;
  };
};

/**
 * A typed client of the actor API, for stories, tests and the page.
 * @param baseUrl the playground's address, with or without `/actor`
 * @param patienceMs default timeout of waits; 10 s when omitted
 */
export function createActor(baseUrl: string, patienceMs?: number): Actor {
  const base = `${baseUrl.replace(/\/(actor\/?)?$/, '')}/actor`;
  const call: Call = async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (response.status === 204) return undefined as never;
    const answer: unknown = await response.json();
    if (response.ok) return answer as never;
    const { error, seen } = answer as { error?: string; seen?: string[] };
    throw new ActorError(response.status, error ?? `The playground answered ${response.status}.`, seen);
  };
  return {
    world: () => call('GET', '/world'),
    problems: async () => (await call<{ problems: Wire<Problem>[] }>('GET', '/problems')).problems,
    discord: {
      active: async () => (await call<{ active: string[] }>('GET', '/discord/faults')).active,
      fault: (name, body = {}) => call('POST', `/discord/${name}`, body),
    },
    as: (name) => personOver(call, patienceMs, name),
    chain: {
      state: () => call('GET', '/chain'),
      control: (name, body = {}) => call('POST', `/chain/${name}`, body),
    },
  };
}

function personOver(call: Call, patienceMs: number | undefined, name: string, here?: string): ActorPerson {
  const path = `/people/${encodeURIComponent(name)}`;
  const send = async (act: string, body: object) => {
    const outcome = await call<SeenOutcome>('POST', `${path}/${act}`, body);
    if (outcome.state === 'failed')
      throw new ActorError(504, outcome.reason ?? 'The application did not respond');
    return outcome;
  };
  const at = (channel = here) => (channel ? `?channel=${encodeURIComponent(channel)}` : '');
  const look: ActorPerson['look'] = (channel = here, limit = 100) => {
    const query = new URLSearchParams({ ...(channel && { channel }), limit: String(limit) });
    return call('GET', `${path}/messages?${query}`);
  };
  return {
    name,
    in: (channel) => personOver(call, patienceMs, name, channel),
    channels: async () => (await call<{ channels: SeenChannel[] }>('GET', `${path}/channels`)).channels,
    commands: async (channel) =>
      (await call<{ commands: SeenCommand[] }>('GET', `${path}/commands${at(channel)}`)).commands,
    messages: async (channel) => (await look(channel)).messages,
    look,
    modals: async () => (await call<{ modals: SeenModal[] }>('GET', `${path}/modals`)).modals,
    runs: (command, options = {}, { channel = here, attachments = {}, target, application } = {}) => {
      const files = mapValues(attachments, toFileBody);
      const which = { command, target, application_id: application };
      return send('run', { channel, options, attachments: files, ...which });
    },
    autocompletes: async (command, option, value, { channel = here, options } = {}) => {
      const body = { channel, command, option, value, options };
      return (await call<{ choices: Choice[] }>('POST', `${path}/autocomplete`, body)).choices;
    },
    clicks: (button, { channel = here, message } = {}) => {
      const which = typeof button === 'string' ? { label: button } : { custom_id: button.customId };
      return send('click', { channel, message, ...which });
    },
    selects: (values, { channel = here, message, customId } = {}) =>
      send('select', { channel, message, custom_id: customId, values }),
    fills: (values, { modal, files = {} } = {}) =>
      send('submit', { modal, values, files: mapValues(files, (list) => list.map(toFileBody)) }),
    dismisses: (modal) => call('POST', `${path}/dismiss`, { modal }),
    posts: async (content, { channel = here, attachments = [], replyTo } = {}) => {
      const body = { channel, content, attachments: attachments.map(toFileBody), reply_to: replyTo };
      return (await call<{ message: SeenMessage }>('POST', `${path}/post`, body)).message;
    },
    edits: async (message, content, { channel = here } = {}) => {
      const body = { channel, message, content };
      return (await call<{ message: SeenMessage }>('POST', `${path}/edit`, body)).message;
    },
    deletes: (message, { channel = here } = {}) => call('POST', `${path}/delete`, { channel, message }),
    reacts: async (emoji, message, { channel = here, taken = false } = {}) => {
      const body = { channel, message, emoji, taken };
      return (await call<{ message: SeenMessage }>('POST', `${path}/react`, body)).message;
    },
    startsThread: async (name, { channel = here, message, private: isPrivate } = {}) => {
      const body = { channel, name, message, private: isPrivate };
      return (await call<{ channel: SeenChannel }>('POST', `${path}/thread`, body)).channel;
    },
    joins: (thread) => call('POST', `${path}/join`, { thread }),
    invites: (member, thread) => call('POST', `${path}/join`, { thread, member }),
    leaves: (thread) => call('POST', `${path}/leave`, { thread }),
    archives: (thread) => call('POST', `${path}/archive`, { thread, archived: true }),
    reopens: (thread) => call('POST', `${path}/archive`, { thread, archived: false }),
    buys: async (sku) => (await call<{ id: string }>('POST', `${path}/entitlements`, { sku })).id,
    getsRefund: (entitlement) => call('POST', `${path}/entitlements/${entitlement}/refund`),
    speaks: (locale) => call('POST', `${path}/locale`, { locale }),
    opensDm: async (whom) => (await call<{ channel: string }>('POST', `${path}/dm`, { with: whom })).channel,
    sees: async (text, { channel = here, timeoutMs = patienceMs, after } = {}) => {
      const what = typeof text === 'string' ? { text } : { pattern: text.source, flags: text.flags };
      const body = { channel, after, timeout_ms: timeoutMs, ...what };
      return (await call<{ message: SeenMessage }>('POST', `${path}/wait`, body)).message;
    },
    wallet: walletOver(call, `${path}/wallet`),
  };
}

const toFileBody = ({ name, bytes, contentType }: Upload) => ({
  name,
  data_base64: toBase64(bytes),
  content_type: contentType,
});

/** `btoa` needs one character per byte. Converts in chunks to stay below the limit of call arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}

const mapValues = <A, B>(record: Record<string, A>, convert: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
