import type { BotHands } from './behaviour.js';
import type { Frame, RawGateway } from './gateway-socket.js';

/** The frames a client without a library sends to the gateway. */

/** GUILDS, GUILD_MESSAGES and MESSAGE_CONTENT. */
const INTENTS = (1 << 0) | (1 << 9) | (1 << 15);

export type Ready = { session_id: string; resume_gateway_url: string };

export const identify = ({ account }: BotHands, fields: object = {}) => ({
  op: 2,
  d: {
    token: account.token,
    intents: INTENTS,
    properties: { os: 'linux', browser: 'by hand', device: 'by hand' },
    ...fields,
  },
});
export const resume = ({ account }: BotHands, session_id: string, seq: unknown) => ({
  op: 6,
  d: { token: account.token, session_id, seq },
});
export const is = (name: string) => (frame: Frame) => frame.t === name;
export const op = (code: number) => (frame: Frame) => frame.op === code;

/** Identifies and waits for the guild; returns the session. */
export async function begin(bot: BotHands, gateway: RawGateway): Promise<Ready> {
  await gateway.receive(op(10));
  gateway.send(identify(bot));
  const ready = await gateway.receive(is('READY'));
  await gateway.receive(is('GUILD_CREATE'));
  return ready.d as Ready;
}
