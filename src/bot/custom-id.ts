/**
 * The id of a button, select or modal: `command:action:owner:argument`. It contains everything the
 * handler needs, so it works after a restart. `owner` is the only member who can use it, or `*` for anyone.
 */
export type CustomId = { command: string; action: string; owner: string; argument: string };

const longest = 100; // Discord's limit

export function encodeCustomId({ command, action, owner, argument }: CustomId): string {
  const id = [command, action, owner, argument].join(':');
  if (id.length > longest) throw new RangeError(`custom id over ${longest} characters: ${command}:${action}`);
  return id;
}

/** Null for an id in another format. */
export function decodeCustomId(id: string): CustomId | null {
  const [command, action, owner, ...rest] = id.split(':');
  if (!command || !action || !owner || rest.length === 0) return null;
  return { command, action, owner, argument: rest.join(':') };
}
