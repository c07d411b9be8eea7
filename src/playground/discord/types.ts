/**
 * The public face of the local Discord: what a world starts, what a person does, what a person sees.
 * Every view is plain JSON in camelCase; `components` and `embeds` inside keep Discord's own raw JSON.
 * Times are milliseconds since the epoch, ids are snowflakes as strings, colours are `#rrggbb`.
 */

export type * from './face/change.js';
export type * from './face/discord.js';
export type * from './face/faults.js';
export type * from './face/json.js';
export type * from './face/options.js';
export type * from './face/person.js';
export type * from './face/views.js';
