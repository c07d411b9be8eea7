import { once } from 'node:events';
import { type Home, startDiscordJs } from '../discord/bots.js';

/** A bare discord.js bot in a process of its own; its command is `hello`. Started by `fork`, with its home as message. */
const [home] = (await once(process, 'message')) as [Home];
await startDiscordJs(home, 'hello');
process.send?.('ready');
process.on('disconnect', () => process.exit(0));
