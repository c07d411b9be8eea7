import { MessageFlag } from '../state/model.js';
import { checkComponents } from './component.js';
import { checkEmbeds } from './embed.js';
import {
  type BodyFaults,
  checkInteger,
  createFaults,
  isJsonBody,
  type JsonBody,
  type Path,
} from './faults.js';
import { checkPoll } from './poll.js';

export type MessageRule = {
  /** Path of the message in the body: `['data']` in a callback. */
  at?: Path;
  /** Whether the message uses, or is switched to, Components V2 (flag 1 << 15). */
  v2: boolean;
};

const LEGACY = ['content', 'embeds', 'poll', 'sticker_ids'] as const;

/** Checks the rules for a new or edited message that the document does not cover. Throws 50035 with every fault. */
export function checkMessage(body: unknown, { at = [], v2 }: MessageRule): asserts body is JsonBody {
  const faults = createFaults();
  if (!isJsonBody(body)) faults.add(at, 'BASE_TYPE_REQUIRED', 'This field is required');
  else checkContents(faults, at, body, v2);
  faults.enforce();
}

function checkContents(faults: BodyFaults, at: Path, body: JsonBody, v2: boolean): void {
  const { embeds, components, allowed_mentions, flags } = body;
  checkInteger(faults, [...at, 'flags'], flags, { min: 0 });
  checkEmbeds(faults, [...at, 'embeds'], (embeds ?? []) as JsonBody[]);
  checkComponents(faults, [...at, 'components'], (components ?? []) as JsonBody[], v2);
  if (isJsonBody(allowed_mentions)) checkMentions(faults, [...at, 'allowed_mentions'], allowed_mentions);
  checkPoll(faults, [...at, 'poll'], body.poll);
  if (v2) checkLegacy(faults, at, body);
}

/** `parse` and an id list of the same kind exclude each other. */
function checkMentions(faults: BodyFaults, path: Path, mentions: JsonBody): void {
  const parsed = Array.isArray(mentions.parse) ? mentions.parse : [];
  for (const kind of ['users', 'roles'] as const) {
    const named = mentions[kind];
    if (!parsed.includes(kind) || !Array.isArray(named) || named.length === 0) continue;
    const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
    faults.add(path, 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message);
  }
}

function checkLegacy(faults: BodyFaults, at: Path, body: JsonBody): void {
  for (const field of LEGACY) {
    const value = body[field];
    if (!value || (Array.isArray(value) && value.length === 0)) continue;
    faults.add(
      [...at, field],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    );
  }
}

export const flagsOf = (body: JsonBody | undefined): number =>
  typeof body?.flags === 'number' ? body.flags : 0;
export const asksV2 = (body: unknown): boolean =>
  (flagsOf(body as JsonBody | undefined) & MessageFlag.ComponentsV2) !== 0;
