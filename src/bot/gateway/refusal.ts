/** Close codes that forbid a reconnect: what happened, and what the operator must do. */
const refusals: Readonly<Record<number, string>> = {
  4004: 'Discord refused DISCORD_TOKEN (4004): it was reset or copied wrongly. Copy it again from the developer portal, then start again.',
  4010: 'Discord refused a shard number (4010). Stop all processes of the bot and start again. If it comes back, report it as a bug.',
  4011: 'Discord requires more shards (4011): the bot has joined more servers than one connection may serve. With SHARDS=auto, stop all processes of the bot and start again: the first one asks Discord for the number.',
  4012: 'Discord no longer takes the gateway version this program speaks (4012): update Rigsmith, then start again.',
  4013: 'Discord does not know the gateway intents this program asks for (4013): update Rigsmith, then start again. No switch in the developer portal changes this.',
  4014: 'Discord refused the message content intent (4014): switch MESSAGE CONTENT INTENT on in the developer portal under "Bot", or set MESSAGE_CONTENT=off, then start again.',
};

/** What the operator must do about a close code, or null when the client reconnects by itself. */
export const closeReason = (code: number): string | null => refusals[code] ?? null;
