import type { Saying } from '../discord/saying.js';
import { english, say } from '../discord/sayings.js';
import type { Choice, Member, Problem } from '../discord/types.js';
import { type ActorFile, toFileBody } from './file-body.js';
import type {
  SeenChain,
  SeenChannel,
  SeenCommand,
  SeenMessage,
  SeenModal,
  SeenOutcome,
  SeenWorld,
} from './seen.js';
import { type ActorWallet, type CallActor, walletOver } from './wallet-client.js';
import type { SnakeCased } from './wire.js';

export type * from './seen.js';
export type { ActorWallet, PayBody, Signed } from './wallet-client.js';
export type { WalletAsk, WalletLook, WalletSignAsk } from './wallet-view.js';

/** A client of the actor API that reads like a story: `await actor.as('mia').runs('/rig text', { prompt })`. */

export type { ActorFile } from './file-body.js';

type Options = Record<string, string | number | boolean>;
type Where = { channel?: string };
/** A text, a pattern, or a button or select by the beginning of its custom id, which is the same in every language. */
export type SightWanted = string | RegExp | { control: string };

/** A refusal of the playground with its sentence. After a timed-out wait, `seen` lists the visible messages. */
export class ActorError extends Error {
  override readonly name = 'ActorError';
  constructor(
    readonly status: number,
    sentence: string,
    readonly seen: readonly string[] = [],
    /** The sentence as a code, for a page in another language. */
    readonly saying?: Saying,
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
  ): Promise<{ channel: string; messages: SeenMessage[]; typing: SnakeCased<Member>[] }>;
  modals(): Promise<SeenModal[]>;
  /** Rejects with the sentence Discord shows when the application did not respond. */
  runs(
    command: string,
    options?: Options,
    how?: Where & { attachments?: Record<string, ActorFile>; target?: string; application?: string },
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
    how?: { modal?: string; files?: Record<string, ActorFile[]> },
  ): Promise<SeenOutcome>;
  dismisses(modal?: string): Promise<void>;
  posts(content: string, how?: Where & { attachments?: ActorFile[]; replyTo?: string }): Promise<SeenMessage>;
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
   * Waits until a message contains the text (any part, ignoring case), matches the pattern, or has the control.
   * Default: in any channel.
   */
  sees(what: SightWanted, how?: Where & { timeoutMs?: number; after?: string }): Promise<SeenMessage>;
  /** Makes a character, after linking the wallet of this person if `link`. */
  makesFirstCharacter(wanted: { link: boolean; prompt: string; channel: string }): Promise<void>;
  wallet: ActorWallet;
};

export type Actor = {
  world(): Promise<SeenWorld>;
  problems(): Promise<SnakeCased<Problem>[]>;
  /** Deletes everything and starts the playground again. */
  resets(): Promise<void>;
  /** Changes the language of a server, by name or id; default the first one. */
  usesLocale(locale: string, server?: string): Promise<void>;
  /** Faults of the local Discord, by the name and body of `POST /discord/{fault}`. */
  discord: {
    active(): Promise<string[]>;
    sayings(): Promise<Saying[]>;
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
  const call: CallActor = async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (response.status === 204) return undefined as never;
    const answer: unknown = await response.json();
    if (response.ok) return answer as never;
    const { error, seen, saying } = answer as { error?: string; seen?: string[]; saying?: Saying };
    const sentence = error ?? `The playground answered ${response.status}.`;
    throw new ActorError(response.status, sentence, seen, saying);
  };
  return {
    world: () => call('GET', '/world'),
    problems: async () => (await call<{ problems: SnakeCased<Problem>[] }>('GET', '/problems')).problems,
    resets: () => call('POST', '/reset'),
    usesLocale: (locale, server) => call('POST', '/guild/locale', { locale, server }),
    discord: {
      active: async () => (await call<{ active: string[] }>('GET', '/discord/faults')).active,
      sayings: async () => (await call<{ sayings: Saying[] }>('GET', '/discord/faults')).sayings,
      fault: (name, body = {}) => call('POST', `/discord/${name}`, body),
    },
    as: (name) => personOver(call, patienceMs, name),
    chain: {
      state: () => call('GET', '/chain'),
      control: (name, body = {}) => call('POST', `/chain/${name}`, body),
    },
  };
}

function personOver(
  call: CallActor,
  patienceMs: number | undefined,
  name: string,
  here?: string,
): ActorPerson {
  const path = `/people/${encodeURIComponent(name)}`;
  const send = async (act: string, body: object) => {
    const outcome = await call<SeenOutcome>('POST', `${path}/${act}`, body);
    if (outcome.state === 'failed')
      throw new ActorError(504, english.unanswered, undefined, say('unanswered'));
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
    sees: async (what, { channel = here, timeoutMs = patienceMs, after } = {}) => {
      const body = { channel, after, timeout_ms: timeoutMs, ...wantedBody(what) };
      return (await call<{ message: SeenMessage }>('POST', `${path}/wait`, body)).message;
    },
    makesFirstCharacter: (wanted) => call('POST', `${path}/first-character`, wanted),
    wallet: walletOver(call, `${path}/wallet`),
  };
}

const wantedBody = (what: SightWanted): object => {
  if (typeof what === 'string') return { text: what };
  return what instanceof RegExp ? { pattern: what.source, flags: what.flags } : what;
};

const mapValues = <A, B>(record: Record<string, A>, convert: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
