import type {
  ApplicationCommandDataResolvable,
  ChatInputCommandInteraction,
  Client,
  ClientOptions,
  TextChannel,
} from 'discord.js';
import type {
  Actor,
  ActorPerson,
  SeenMessage,
  SeenOutcome,
} from '../../../../src/playground/actor/client.js';
import type { Limits, LocalDiscord } from '../../../../src/playground/discord/index.js';
import type { RawGateway } from './gateway-socket.js';

/** Behaviour that a bot author may rely on. `run` resolves when it holds and rejects with the difference. */
export type Behaviour = {
  name: string;
  run(stage: Stage): Promise<void>;
  /** Run by `npm run discord:check` alone; other tests of the suite cover it. */
  checkOnly?: boolean;
};

/** The behaviour cannot be tested in this environment; the message says what it needs. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** What the author of an application gets from `POST /actor/bots`. */
export type BotAccount = {
  name: string;
  token: string;
  applicationId: string;
  userId: string;
  api: string;
  cdn: string;
};

/** The body as it arrived; each behaviour asserts its own shape. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read as a bot author's script would read them
export type AnswerBody = any;
export type Answer = { status: number; headers: Headers; body: AnswerBody };

/** A request as a script without a library sends it; JSON unless the body is a form. */
export type RawRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type BotHands = {
  account: BotAccount;
  request: RawRequest;
  /** An unmodified discord.js client of this bot, ready. */
  login(options?: Partial<ClientOptions>): Promise<Client<true>>;
  /** A gateway socket without a library. */
  gateway(options?: { compress?: 'zlib-stream' }): Promise<RawGateway>;
};

export type Met<Seen, Told> = { seen: Seen; told: Told };

/** What the behaviours act with: a plain bot, and people through the actor API. */
export type Stage = {
  actor: Actor;
  /** People, in #rigs unless another channel is given. */
  mia: ActorPerson;
  max: ActorPerson;
  olga: ActorPerson;
  sam: ActorPerson;
  ids: { guild: string; people: Record<string, string>; channels: Record<string, string> };
  bot: BotHands;
  client: Client<true>;
  channel(name: string): Promise<TextChannel>;
  freshBot(input?: { name?: string; privilegedIntents?: boolean; permissions?: string[] }): Promise<BotHands>;
  /** Creates or replaces a command of the stage's bot. */
  registers(command: ApplicationCommandDataResolvable): Promise<string>;
  /**
   * Lets a person act and the bot answer exactly one interaction, then stop listening.
   * @param key name of the command, or custom id of the component or form
   */
  answering<Interaction, Seen, Told>(
    key: string,
    act: () => Promise<Seen>,
    answer: (interaction: Interaction) => Promise<Told>,
  ): Promise<Met<Seen, Told>>;
  /** Mia runs a command of the stage's bot, which answers it once. */
  go<Told>(
    answer: (interaction: ChatInputCommandInteraction) => Promise<Told>,
  ): Promise<Met<SeenOutcome, Told>>;
  /** The message as this person sees it in the channel, or undefined. */
  find(person: ActorPerson, messageId: string | undefined): Promise<SeenMessage | undefined>;
  /** `POST /actor/discord/{fault}`; `taken` resolves when the fault has been applied. */
  fault(name: string, body?: object): Promise<{ taken(): Promise<void> }>;
  /** Lets time pass; rejects with `Skipped` when it would take too long. */
  passTime(ms: number): Promise<void>;
  /** A separate local Discord with tight limits and the real clock, and a bot in it. */
  tightBot(limits: Partial<Limits>): Promise<BotHands & Omit<TightPlace, 'account'>>;
  close(): Promise<void>;
};

/** A local Discord with low limits. */
export type TightPlace = {
  account: BotAccount;
  channels: Record<string, string>;
  faults: LocalDiscord['faults'];
};

/** Where behaviours run: a playground, and whether its time and limits can be changed. */
export type Ground = {
  actorUrl: string;
  passTime: Stage['passTime'];
  tightBot(limits: Partial<Limits>): Promise<TightPlace>;
};
