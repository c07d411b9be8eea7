/** A kind of request the bot makes of Discord. */
export type Kind = {
  name: string;
  fits(method: string, path: string): boolean;
  /** Discord's code for "not found" on such a request. */
  missing: { code: number; message: string };
};

const kind = (name: string, method: string, path: RegExp, code: number, message: string): Kind => ({
  name,
  fits: (usedMethod, usedPath) => usedMethod === method && path.test(usedPath),
  missing: { code, message },
});

/** Every kind of request of the bot's ordinary work. Paths are below `/api/v10`, without query. */
export const kinds: readonly Kind[] = [
  kind('callback', 'POST', /^\/interactions\/\d+\/[^/]+\/callback$/, 10062, 'Unknown interaction'),
  kind('answer', 'PATCH', /^\/webhooks\/\d+\/[^/]+\/messages\/(@|%40)original$/, 10008, 'Unknown Message'),
  kind('follow-up', 'POST', /^\/webhooks\/\d+\/[^/]+$/, 10015, 'Unknown Webhook'),
  kind('edit', 'PATCH', /^\/channels\/\d+\/messages\/\d+$/, 10008, 'Unknown Message'),
  kind('message', 'POST', /^\/channels\/\d+\/messages$/, 10003, 'Unknown Channel'),
  kind('thread', 'POST', /^\/channels\/\d+(\/messages\/\d+)?\/threads$/, 10003, 'Unknown Channel'),
  kind('channel', 'PATCH', /^\/channels\/\d+$/, 10003, 'Unknown Channel'),
  kind('direct channel', 'POST', /^\/users\/@me\/channels$/, 10013, 'Unknown User'),
  kind('read', 'GET', /^\/(channels|guilds)\//, 10003, 'Unknown Channel'),
];
