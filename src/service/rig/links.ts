import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors.js';

/** Signed links to result files that need no session. The signature covers generation, file name and expiry. */
export type Links = {
  /** An absolute URL, the same for an hour so that caches work. */
  sign(generationId: string, name: string): string;
  /**
   * The generation of a token.
   * @throws AppError `not_found` when it is forged, for another name, or expired
   */
  open(token: string, name: string): string;
};

const hourMs = 3_600_000;

/** @param baseUrl read for each link, because the port may be known only after listening */
export function createLinks(deps: {
  secret: string;
  baseUrl: () => string;
  now: () => number;
  lifetimeHours?: number;
}): Links {
  const { secret, baseUrl, now, lifetimeHours = 24 } = deps;
  const mac = (generationId: string, name: string, expiresAtHour: number) =>
    createHmac('sha256', secret).update(`rig file|${generationId}|${name}|${expiresAtHour}`).digest();
  return {
    sign(generationId, name) {
      const hour = Math.floor(now() / hourMs) + 1 + lifetimeHours;
      const token = `${generationId}.${hour}.${mac(generationId, name, hour).toString('base64url')}`;
      return `${baseUrl()}/api/rig/files/${token}/${encodeURIComponent(name)}`;
    },
    open(token, name) {
      const [generationId = '', hour = '', given = ''] = token.split('.');
      const expected = mac(generationId, name, Number(hour));
      const offered = Buffer.from(given, 'base64url');
      const genuine = offered.length === expected.length && timingSafeEqual(offered, expected);
      if (genuine && now() < Number(hour) * hourMs) return generationId;
      throw new AppError('not_found', 'That link has expired. Open /rigs for a new one.');
    },
  };
}
