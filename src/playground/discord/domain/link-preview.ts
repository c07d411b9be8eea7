import type { JsonObject } from '../types.js';
import { imageSize } from './files.js';

const timeoutMs = 5_000;
const mostPageBytes = 512 * 1024;
const mostPictureBytes = 10 * 1024 * 1024;
const mostRedirects = 3;
const agent = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
/** The local Discord works without a network, and must not become a way into one. */
export const isReachable = (url: URL): boolean => /^https?:$/.test(url.protocol) && isLoopback(url.hostname);

type Loaded = { url: URL; type: string; bytes: Uint8Array };

/** The first bytes of a resource, following redirects to reachable addresses only; null when there is none. */
async function load(address: URL, mostBytes: number, signal: AbortSignal): Promise<Loaded | null> {
  let url = address;
  for (let hops = 0; hops <= mostRedirects && isReachable(url); hops += 1) {
    const response = await fetch(url, { redirect: 'manual', headers: { 'user-agent': agent }, signal });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location && URL.canParse(location, url.href)) {
      await response.body?.cancel();
      url = new URL(location, url);
      continue;
    }
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && response.body) return { url, type, bytes: await firstBytes(response.body, mostBytes) };
    await response.body?.cancel();
    return null;
  }
  return null;
}

async function firstBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.byteLength;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decoded = (text: string): string =>
  text
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .trim();

/** The `meta` tags of a page, by property or name; the first of each counts. */
function metaOf(html: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta\s[^>]*>/gi)) {
    const of = (attribute: string) =>
      new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
    const key = of('property') ?? of('name');
    const content = of('content');
    const name = (key?.[1] ?? key?.[2] ?? '').toLowerCase();
    const value = decoded(content?.[1] ?? content?.[2] ?? '');
    if (name !== '' && value !== '' && !found.has(name)) found.set(name, value);
  }
  return found;
}

const cut = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 3).join('')}...` : text;
};

async function pictureOf(address: string, page: URL, signal: AbortSignal): Promise<JsonObject | null> {
  if (!URL.canParse(address, page.href)) return null;
  const { href } = new URL(address, page);
  const loaded = await load(new URL(href), mostPictureBytes, signal).catch(() => null);
  if (!loaded?.type.startsWith('image/')) return null;
  return { url: href, proxy_url: href, ...imageSize(loaded.bytes), content_type: loaded.type };
}

/**
 * The embed that Discord makes of a link: from the page's Open Graph tags, or of a picture alone.
 * @returns null when the address gives nothing to show
 */
export async function readLinkPreview(address: string, closing: AbortSignal): Promise<JsonObject | null> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  const loaded = await load(new URL(address), mostPageBytes, signal);
  if (loaded === null) return null;
  if (loaded.type.startsWith('image/')) {
    const thumbnail = await pictureOf(address, loaded.url, signal);
    return thumbnail && { type: 'image', url: address, thumbnail };
  }
  if (!/^(text\/html|application\/xhtml)/.test(loaded.type)) return null;
  const html = Buffer.from(loaded.bytes).toString('utf8');
  const meta = metaOf(html);
  const [, ownTitle = ''] = /<title[^>]*>([^<]*)</i.exec(html) ?? [];
  const title = meta.get('og:title') ?? meta.get('twitter:title') ?? decoded(ownTitle);
  const description =
    meta.get('og:description') ?? meta.get('twitter:description') ?? meta.get('description') ?? '';
  const site = meta.get('og:site_name');
  const colour = /^#([\da-f]{6})$/i.exec(meta.get('theme-color') ?? '')?.[1];
  const image = meta.get('og:image') ?? meta.get('twitter:image');
  const thumbnail = image === undefined ? null : await pictureOf(image, loaded.url, signal);
  if (title === '' && description === '' && thumbnail === null) return null;
  return {
    type: meta.get('twitter:card') === 'summary_large_image' ? 'article' : 'link',
    url: address,
    ...(title && { title: cut(title, 256) }),
    ...(description && { description: cut(description, 350) }),
    ...(site && { provider: { name: cut(site, 256) } }),
    ...(colour && { color: Number.parseInt(colour, 16) }),
    ...(thumbnail && { thumbnail }),
  };
}
