import * as z from 'zod/mini';
import { imageSize } from '../domain/files.js';
import { Refusal } from '../failure.js';
import type { Application, CustomEmoji } from '../state/model.js';
import type { JsonObject } from '../types.js';
import { createFaults } from '../validation/faults.js';
import { toUser } from '../wire/parts.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const MOST = 2_000;
const LARGEST = 256 * 1024;
const DATA_URI = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([A-Za-z0-9+/=]+)$/;
const name = z.string().check(z.minLength(2), z.maxLength(32), z.regex(/^\w+$/));

/** Custom emoji of an application, for its messages and buttons. */
export function emojiRoutes({ state }: Rest): RestRoute[] {
  const base = '/applications/:appId/emojis';
  const own = (call: RestCall): Application => {
    if (param(call, 'appId') !== call.app.id) throw new Refusal('foreignApplication');
    return call.app;
  };
  const find = (call: RestCall): CustomEmoji => {
    const emoji = own(call).emojis.get(param(call, 'emojiId'));
    if (!emoji) throw new Refusal('unknownEmoji');
    return emoji;
  };
  const toJson = (app: Application, emoji: CustomEmoji): JsonObject => ({
    id: emoji.id,
    name: emoji.name,
    animated: emoji.contentType === 'image/gif',
    available: true,
    managed: false,
    require_colons: true,
    roles: [],
    user: toUser(state.users.get(app.botId)!),
  });
  return [
    {
      method: 'GET',
      path: base,
      handle: (call) => ({ items: [...own(call).emojis.values()].map((emoji) => toJson(call.app, emoji)) }),
    },
    { method: 'GET', path: `${base}/:emojiId`, handle: (call) => toJson(call.app, find(call)) },
    {
      method: 'POST',
      path: base,
      status: 201,
      body: z.object({ name, image: z.string() }),
      handle(call) {
        const app = own(call);
        const body = call.body as { name: string; image: string };
        if (app.emojis.size >= MOST) throw new Refusal('tooManyEmojis');
        const emoji = { id: state.nextId(), name: body.name, ...readImage(body.image) };
        app.emojis.set(emoji.id, emoji);
        return toJson(app, emoji);
      },
    },
    {
      method: 'PATCH',
      path: `${base}/:emojiId`,
      body: z.object({ name }),
      handle(call) {
        const emoji = find(call);
        emoji.name = (call.body as { name: string }).name;
        return toJson(call.app, emoji);
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:emojiId`,
      handle(call) {
        call.app.emojis.delete(find(call).id);
      },
    },
  ];
}

function readImage(uri: string): Pick<CustomEmoji, 'contentType' | 'bytes'> {
  const faults = createFaults();
  const [, contentType = '', base64 = ''] = DATA_URI.exec(uri) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LARGEST) {
    const message = 'File cannot be larger than 256.0 kb.';
    faults.add(['image'], 'BINARY_TYPE_MAX_SIZE', message);
  } else if (!contentType || (contentType !== 'image/avif' && imageSize(bytes) === null)) {
    faults.add(['image'], 'IMAGE_INVALID', 'Unsupported image type given');
  }
  faults.enforce();
  return { contentType, bytes };
}
