import type { Translate } from '../../copy/translate.js';
import { type Card, card, finePrint, heading, text } from '../cards/card.js';
import type { Status } from './flow.js';

type Light = 'good' | 'slow' | 'bad' | 'unknown';
type Line = { light: Light; says: string };

const signs: Readonly<Record<Light, string>> = { good: '🟢', slow: '🟡', bad: '🔴', unknown: '⚪' };
/** Times that members would notice. */
const late = { messageMs: 60_000, chainSeconds: 120, rigSeconds: 600 };

const minutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60));

function discordLine({ pingMs, waitedMs }: Status, t: Translate): Line {
  if (waitedMs > late.messageMs)
    return { light: 'slow', says: t('status.discord.late', { minutes: minutes(waitedMs / 1_000) }) };
  if (pingMs === null) return { light: 'good', says: t('status.discord.connected') };
  return { light: 'good', says: t('status.discord.ping', { ms: pingMs }) };
}

const serviceLine = ({ answeredMs }: Status, t: Translate): Line =>
  answeredMs === null
    ? { light: 'bad', says: t('status.service.silent') }
    : { light: 'good', says: t('status.service.answers', { ms: answeredMs }) };

function chainLine({ chain }: Status, t: Translate): Line {
  if (chain === null) return { light: 'unknown', says: t('status.unknown') };
  const { works, behindSeconds } = chain;
  if (!works) return { light: 'bad', says: t('status.chain.unread') };
  if (behindSeconds !== null && behindSeconds > late.chainSeconds)
    return { light: 'slow', says: t('status.chain.late', { minutes: minutes(behindSeconds) }) };
  return { light: 'good', says: t('status.chain.read') };
}

function rigsLine({ rigs }: Status, t: Translate): Line {
  if (rigs === null) return { light: 'unknown', says: t('status.unknown') };
  const { waiting, running, oldestSeconds } = rigs;
  if (oldestSeconds > late.rigSeconds)
    return { light: 'slow', says: t('status.rigs.late', { waiting, minutes: minutes(oldestSeconds) }) };
  if (waiting > 0) return { light: 'good', says: t('status.rigs.waiting', { waiting, running }) };
  return { light: 'good', says: t('status.rigs.free', { running }) };
}

/** A line for each part, the worst of them as the title. */
export function statusCard(status: Status, t: Translate): Card {
  const lines = {
    discord: discordLine(status, t),
    service: serviceLine(status, t),
    chain: chainLine(status, t),
    rigs: rigsLine(status, t),
  };
  const lights = Object.values(lines).map(({ light }) => light);
  const worst = lights.includes('bad') ? 'bad' : lights.includes('slow') ? 'slow' : 'good';
  const accent = { bad: 'bad', slow: 'waiting', good: 'good' } as const;
  const shown = (['discord', 'service', 'chain', 'rigs'] as const).map((part) => {
    const { light, says } = lines[part];
    return `${signs[light]} **${t(`status.part.${part}`)}** ${says}`;
  });
  return card(accent[worst], [
    heading(t(`status.card.${worst}`)),
    text(...shown),
    finePrint(worst === 'good' ? null : t('status.card.safe')),
  ]);
}
