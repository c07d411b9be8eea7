/**
 * The public types of the local Discord: starting it, actions of a person, and views of a person.
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
