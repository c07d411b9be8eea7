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

/** One thing a bot author may rely on. `run` resolves when it holds and rejects with what does not. */
export type Behaviour = {
  name: string;
  run(stage: Stage): Promise<void>;
  /** Played by `npm run discord:check` alone; the suite covers it by other tests. */
  checkOnly?: boolean;
};

/** A behaviour cannot be shown on this ground; the sentence says what it needs. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** What an application's author holds after `POST /actor/bots`. */
export type BotAccount = {
  name: string;
  token: string;
  applicationId: string;
  userId: string;
  api: string;
  cdn: string;
};

/** Body of an answer as it came; the behaviours say what they expect of it. */
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
  /** A socket to the gateway, spoken to by hand. */
  gateway(options?: { compress?: 'zlib-stream' }): Promise<RawGateway>;
};

export type Met<Seen, Told> = { seen: Seen; told: Told };

/** What the behaviours act with: a plain bot on one side, people through the actor API on the other. */
export type Stage = {
  actor: Actor;
  /** People, standing in #rigs unless told otherwise. */
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
  /** Mia runs a command of the stage's own and the bot answers it once. */
  go<Told>(
    answer: (interaction: ChatInputCommandInteraction) => Promise<Told>,
  ): Promise<Met<SeenOutcome, Told>>;
  /** A message as this person finds it in the channel, or undefined. */
  find(person: ActorPerson, messageId: string | undefined): Promise<SeenMessage | undefined>;
  /** `POST /actor/discord/{fault}`; `taken` resolves when it has met what it waits for. */
  fault(name: string, body?: object): Promise<{ taken(): Promise<void> }>;
  /** Lets time pass; rejects with `Skipped` where it would take too long. */
  passTime(ms: number): Promise<void>;
  /** A local Discord of its own with tight limits and the real clock, and a bot in it. */
  tightBot(limits: Partial<Limits>): Promise<BotHands & Omit<TightPlace, 'account'>>;
  close(): Promise<void>;
};

/** A local Discord with limits that are soon reached. */
export type TightPlace = {
  account: BotAccount;
  channels: Record<string, string>;
  faults: LocalDiscord['faults'];
};

/** Where behaviours are played: a running playground, and what may be done with its time and limits. */
export type Ground = {
  actorUrl: string;
  passTime: Stage['passTime'];
  tightBot(limits: Partial<Limits>): Promise<TightPlace>;
};
