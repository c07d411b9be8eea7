import type { SeenMessage } from '../../../actor/client.js';
import type { JsonObject } from '../../../discord/types.js';

/** One component of a message, as its drawing gets it. */
export type ComponentProps = { part: JsonObject; message: SeenMessage };
