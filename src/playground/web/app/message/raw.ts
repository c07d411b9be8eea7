import type { Json, JsonObject } from '../../../discord/types.js';

/** Safe access to Discord's raw JSON, which is not validated. */

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const rawText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
export const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** The address of a media object, if it is allowed as a picture source. */
export function mediaUrl(value: Json | undefined): string {
  const url = rawText(object(value).url);
  return /^(https?|data|blob):/.test(url) ? url : '';
}

export const colour = (value: Json | undefined): string | undefined =>
  typeof value === 'number' ? `#${value.toString(16).padStart(6, '0')}` : undefined;
