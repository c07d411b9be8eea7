import type { Clock } from '../../base/clock.js';
import type { RestClient } from './client.js';
import { type Frame, openGateway, type RawGateway } from './gateway-socket.js';
import { at } from './seen.js';

/** Where behaviours are observed: a channel of the check's own, and the account of the bot. */
export type Stage = RestClient & {
  token: string;
  applicationId: string;
  botId: string;
  guildId: string;
  channelId: string;
  /** The path of the channel's messages. */
  messages: string;
  /** Names that begin so are removed at the end. */
  commandPrefix: string;
  /** A connection to the gateway after HELLO. */
  connect(): Promise<RawGateway>;
  /** A session: identified, and the server of the check has arrived. */
  begin(): Promise<{ gateway: RawGateway; ready: Frame; guild: Frame }>;
  /** Waits as Discord asks for between two session starts. */
  beforeIdentify(): Promise<void>;
};

const intents = (1 << 0) | (1 << 9); // GUILDS and GUILD_MESSAGES, which need no switch in the portal

export const identify = (token: string, fields: object = {}): object => ({
  op: 2,
  d: { token, intents, properties: { os: 'linux', browser: 'live-check', device: 'live-check' }, ...fields },
});
export const resume = (token: string, session_id: unknown, seq: unknown): object => ({
  op: 6,
  d: { token, session_id, seq },
});
export const named = (name: string) => (frame: Frame) => frame.t === name;
export const op = (code: number) => (frame: Frame) => frame.op === code;

export type StageOptions = Pick<Stage, 'token' | 'guildId' | 'channelId' | 'applicationId' | 'botId'> & {
  rest: RestClient;
  clock: Clock;
  /** Discord allows one session start in five seconds. */
  identifyEveryMs: number;
};

/** @returns the stage, and a function that closes its connections */
export function createStage(options: StageOptions): { stage: Stage; close(): void } {
  const { rest, clock, identifyEveryMs, token, guildId, channelId, applicationId, botId } = options;
  const open: RawGateway[] = [];
  let lastStart = Number.NEGATIVE_INFINITY;

  const beforeIdentify = async () => {
    const wait = lastStart + identifyEveryMs - clock.now();
    if (wait > 0) await clock.sleep(wait);
    lastStart = clock.now();
  };
  const connect = async () => {
    const { body } = await rest.request('GET', '/gateway/bot');
    const gateway = await openGateway(String(at(body, 'url')));
    open.push(gateway);
    return gateway;
  };
  const stage: Stage = {
    ...rest,
    token,
    guildId,
    channelId,
    applicationId,
    botId,
    messages: `/channels/${channelId}/messages`,
    commandPrefix,
    connect,
    beforeIdentify,
    async begin() {
      const gateway = await connect();
      await gateway.receive(op(10));
      await beforeIdentify();
      gateway.send(identify(token));
      const ready = await gateway.receive(named('READY'));
      const guild = await gateway.receive(({ t, d }) => t === 'GUILD_CREATE' && at(d, 'id') === guildId);
      return { gateway, ready, guild };
    },
  };
  return {
    stage,
    close() {
      for (const gateway of open) gateway.drop();
    },
  };
}

export const commandPrefix = 'live-check-';
