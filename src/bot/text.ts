import type { Translate } from '../copy/translate.js';

/** Text formatting for members. */

/** A relative time that Discord keeps up to date: `in 14 minutes`. */
export const relativeTime = (isoTime: string): string => `<t:${Math.floor(Date.parse(isoTime) / 1000)}:R>`;

export const clockTime = (isoTime: string): string => `<t:${Math.floor(Date.parse(isoTime) / 1000)}:T>`;

/** Date and time in the reader's time zone. */
export const dateTime = (isoTime: string): string => `<t:${Math.floor(Date.parse(isoTime) / 1000)}:f>`;

/** The first and last four characters of an address or signature. */
export const shortAddress = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;

/** Cuts to `length` characters, never inside a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Escapes untrusted text: no Markdown, masked links, mentions, invitations or direction overrides. */
export const plain = (text: string): string =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/([\\*_~\x60|>#[\]()<@:-])/g, '\\$1')
    .replace(/(discord(?:app)?)\.(?=gg\b|com\b)/gi, '$1\\.')
    .replace(/\s+/g, ' ');

/** `` `███░░░░░░░` **30%** `` */
export function progressBar(percent: number, t: Pick<Translate, 'percent'>): string {
  const full = Math.round(Math.min(100, Math.max(0, percent)) / 10);
  return `\`${'█'.repeat(full)}${'░'.repeat(10 - full)}\` **${t.percent(Math.round(percent))}**`;
}

/** A wallet's name for members: its label, if any, and its short address. */
export const walletName = ({ label, address }: { label: string | null; address: string }): string =>
  label ? `${plain(label)} (${shortAddress(address)})` : shortAddress(address);
