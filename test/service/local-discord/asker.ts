import type { LocalDiscord, LocalDiscordOptions } from '../../../src/playground/discord/index.js';
import { channelId, STAFF, startDiscord } from './world.js';

/** An answer: its body on success, else Discord's code and one line a fault (`path CODE`). */
export type Answer = { status: number; code?: number; faults?: string[]; body?: unknown };

/** A bot over plain HTTP, so that invalid bodies are sent unchanged. */
export async function createAsker(options: LocalDiscordOptions = {}) {
  const discord = await startDiscord(options);
  const bot = discord.createBot({ name: 'Raw', permissions: STAFF });
  const messages = `/channels/${channelId(discord, 'rigs')}/messages`;
  return {
    discord,
    bot,
    path: {
      messages,
      typing: `/channels/${channelId(discord, 'rigs')}/typing`,
      commands: `/applications/${bot.applicationId}/commands`,
    },
    problems: () => discord.problems(),
    ask: (method: string, path: string, body?: unknown) => ask(discord, bot.token, method, path, body),
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(`${discord.api}/v10${path}`, { headers: { authorization: `Bot ${bot.token}` }, ...init }),
  };
}

async function ask(
  discord: LocalDiscord,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${discord.api}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = response.status === 204 ? undefined : ((await response.json()) as Record<string, unknown>);
  if (response.ok) return { status: response.status, body: answer };
  return {
    status: response.status,
    code: Number(answer?.code),
    ...(answer?.errors ? { faults: linesOf(answer.errors as object, []) } : {}),
  };
}

const linesOf = (node: object, path: string[]): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === '_errors'
      ? (value as { code: string }[]).map(({ code }) => `${path.join('.')} ${code}`.trim())
      : linesOf(value as object, [...path, key]),
  );

export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A text field of an answer. */
export const nested = (body: unknown, field: string): string =>
  String((body as Record<string, unknown>)[field]);
