import { MessageFlag } from '../state/model.js';
import { checkComponents } from './component.js';
import { checkEmbeds } from './embed.js';
import {
  type Body,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  createFaults,
  type Path,
} from './faults.js';

export type MessageRule = {
  /** Where the message stands in the body: `['data']` in a callback. */
  at?: Path;
  /** Whether the message is or becomes one laid out by components (flag 1 << 15). */
  v2: boolean;
};

/** The body of a message, new or edited; throws 50035 with the path of each fault. */
export function checkMessage(body: unknown, { at = [], v2 }: MessageRule): asserts body is Body {
  const faults = createFaults();
  if (checkObject(faults, at, body)) {
    checkText(faults, [...at, 'content'], body.content, { max: 2_000 });
    checkEmbeds(faults, [...at, 'embeds'], body.embeds);
    checkComponents(faults, [...at, 'components'], body.components, v2);
    checkInteger(faults, [...at, 'flags'], body.flags, { min: 0 });
    checkList(faults, [...at, 'attachments'], body.attachments, { max: 10 });
    if (typeof body.nonce === 'string') checkText(faults, [...at, 'nonce'], body.nonce, { max: 25 });
    if (v2) {
      for (const field of ['content', 'embeds', 'poll', 'sticker_ids'] as const) {
        const value = body[field];
        if (
          value === undefined ||
          value === null ||
          value === '' ||
          (Array.isArray(value) && value.length === 0)
        )
          continue;
        faults.add(
          [...at, field],
          'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
          `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
        );
      }
    }
  }
  faults.enforce();
}

export const flagsOf = (body: Body | undefined): number => (typeof body?.flags === 'number' ? body.flags : 0);
export const asksV2 = (body: unknown): boolean =>
  (flagsOf(body as Body | undefined) & MessageFlag.ComponentsV2) !== 0;
