import {
  type Body,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  checkUrl,
  type Faults,
  type Path,
} from './faults.js';

const TOTAL = 6_000;

/** @see https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
export function checkEmbeds(faults: Faults, path: Path, value: unknown): void {
  const embeds = checkList(faults, path, value, { max: 10 });
  let total = 0;
  embeds.forEach((embed, index) => {
    if (checkObject(faults, [...path, index], embed)) total += checkEmbed(faults, [...path, index], embed);
  });
  if (total > TOTAL) {
    faults.add(path, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${TOTAL}`);
  }
}

/** Returns the characters that count towards the total of a message. */
function checkEmbed(faults: Faults, path: Path, embed: Body): number {
  let size = 0;
  const text = (at: Path, value: unknown, max: number, required = false) => {
    checkText(faults, [...path, ...at], value, { max, required });
    if (typeof value === 'string') size += [...value].length;
  };
  const part = (name: string): Body =>
    checkPart(faults, path, name, embed[name]) ? (embed[name] as Body) : {};
  text(['title'], embed.title, 256);
  text(['description'], embed.description, 4_096);
  checkInteger(faults, [...path, 'color'], embed.color, { min: 0, max: 0xffffff });
  if (embed.url !== undefined && embed.url !== null)
    checkUrl(faults, [...path, 'url'], embed.url, { max: 2_048 });
  if (embed.footer) text(['footer', 'text'], part('footer').text, 2_048, true);
  if (embed.author) text(['author', 'name'], part('author').name, 256, true);
  for (const name of ['image', 'thumbnail'] as const) {
    if (embed[name])
      checkUrl(faults, [...path, name, 'url'], part(name).url, { max: 2_048, attachment: true });
  }
  checkList(faults, [...path, 'fields'], embed.fields, { max: 25 }).forEach((field, index) => {
    if (!checkObject(faults, [...path, 'fields', index], field)) return;
    text(['fields', index, 'name'], field.name, 256, true);
    text(['fields', index, 'value'], field.value, 1_024, true);
  });
  return size;
}

function checkPart(faults: Faults, path: Path, name: string, value: unknown): boolean {
  return value === undefined || value === null ? false : checkObject(faults, [...path, name], value);
}
