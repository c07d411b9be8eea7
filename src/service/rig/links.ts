import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors.js';

/** Links to result files that need no session: a signature over whose, under which name and until when. */
export type Links = {
  /** An absolute address, the same for an hour so that caches work. */
  sign(generationId: string, name: string): string;
  /** The generation a token stands for. @throws AppError `not_found` when it is forged, for another name, or over */
  open(token: string, name: string): string;
};

const hourMs = 3_600_000;

/** @param baseUrl asked at each link, because a port may be known only after listening */
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
      throw new AppError('not_found', 'That link is no longer good. Open /rigs for a fresh one.');
    },
  };
}
