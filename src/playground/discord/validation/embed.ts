import type { JsonObject } from '../types.js';
import { type BodyFaults, checkUrl, type JsonBody, type Path } from './faults.js';

const TOTAL = 6_000;
/** An embed needs at least one of these; a colour or timestamp alone is invisible. */
const SHOWN = [
  'title',
  'description',
  'fields',
  'author',
  'footer',
  'image',
  'thumbnail',
  'video',
  'provider',
];

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/**
 * Checks the rules for embeds that the document does not cover: 6,000 characters in total, and http(s) links.
 * @see https://discord.com/developers/docs/resources/message#embed-object-embed-limits
 */
export function checkEmbeds(faults: BodyFaults, path: Path, embeds: readonly JsonBody[]): void {
  embeds.forEach((embed, index) => {
    if (!SHOWN.some((field) => isFilled(embed[field]))) {
      faults.add([...path, index, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required');
    }
    checkLink(faults, [...path, index, 'url'], embed.url);
    checkLink(faults, [...path, index, 'author', 'url'], (embed.author as JsonBody | undefined)?.url);
  });
  if (embeds.reduce((sum, embed) => sum + sizeOf(embed as JsonObject), 0) > TOTAL) {
    faults.add(path, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${TOTAL}`);
  }
}

function checkLink(faults: BodyFaults, path: Path, value: unknown): void {
  if (value) checkUrl(faults, path, value, { max: 2_048 });
}

type Sized = {
  title?: string;
  description?: string;
  footer?: { text: string };
  author?: { name: string };
  fields?: { name: string; value: string }[];
};

function sizeOf({ title, description, footer, author, fields }: Sized): number {
  const texts = [title, description, footer?.text, author?.name];
  for (const { name, value } of fields ?? []) texts.push(name, value);
  return texts.reduce((sum, text) => sum + (text ? [...text].length : 0), 0);
}
