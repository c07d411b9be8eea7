import { roleValues } from '../../bot/linked-roles/values.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, Finding, timeoutMs } from './check.js';

type Application = {
  id: string;
  name: string;
  redirect_uris?: string[];
  role_connections_verification_url?: string | null;
};
type Ask = <T>(path: string) => Promise<T>;

/** Addresses of the bot that Discord's OAuth2 leads back to. */
const redirectPaths = ['/link/discord', '/linked-role/discord'];

/**
 * Whether members can show what they did for a role: what the developer portal says, whether Discord takes the client
 * secret, and what the running bot has registered.
 * @param ask reads from Discord as the bot
 */
export function linkedRolesCheck(config: Config, ask: Ask, t: Translate): DoctorCheck {
  const { DISCORD_CLIENT_SECRET: secret, PUBLIC_URL } = config;
  return {
    name: t('cli.doctor.linked_roles.name'),
    async look() {
      if (!secret || !PUBLIC_URL) return t('cli.doctor.linked_roles.off');
      const application = await ask<Application>('/applications/@me');
      checkPortal(application, PUBLIC_URL, t);
      await checkSecret(config, application.id, secret, t);
      const isRunning = await answers(new URL('/linked-role', PUBLIC_URL).href, t);
      const records = await ask<{ key: string }[]>(
        `/applications/${application.id}/role-connections/metadata`,
      );
      const count = roleValues.filter((value) => records.some(({ key }) => key === value)).length;
      const total = roleValues.length;
      if (isRunning && count < total)
        throw new Finding(
          t('cli.doctor.linked_roles.values', { count, total }),
          t('cli.doctor.linked_roles.values.fix'),
        );
      return isRunning ? t('cli.doctor.linked_roles.on', { count }) : t('cli.doctor.linked_roles.stopped');
    },
    fix: t('cli.doctor.discord.fix'),
  };
}

function checkPortal(application: Application, publicUrl: string, t: Translate): void {
  const { name, redirect_uris: redirects, role_connections_verification_url: verification } = application;
  for (const path of redirectPaths) {
    const { href: url } = new URL(path, publicUrl);
    if (redirects && !redirects.includes(url))
      throw new Finding(
        t('cli.doctor.linked_roles.redirect', { name, url }),
        t('cli.doctor.linked_roles.redirect.fix'),
      );
  }
  const { href: url } = new URL('/linked-role', publicUrl);
  if (verification !== url)
    throw new Finding(
      t('cli.doctor.linked_roles.verification', { name, url: verification || '–' }),
      t('cli.doctor.linked_roles.verification.fix', { url }),
    );
}

/** Asks for a token of the application itself, which only a right secret gets. */
async function checkSecret(config: Config, id: string, secret: string, t: Translate): Promise<void> {
  const api = config.DISCORD_API_URL ?? 'https://discord.com/api';
  const { status } = await fetch(`${api}/v10/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status === 401)
    throw new Finding(t('cli.doctor.linked_roles.secret'), t('cli.doctor.linked_roles.secret.fix'));
  if (status !== 200) throw new Error(t('cli.doctor.answered', { status: String(status) }));
}

/** @returns false while nothing listens there: the bot may not have been started yet */
async function answers(url: string, t: Translate): Promise<boolean> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => null,
  );
  if (response === null) return false;
  const { status, headers } = response;
  const leadsToDiscord = status === 302 && headers.get('location')?.includes('/oauth2/authorize?');
  if (!leadsToDiscord)
    throw new Finding(
      t('cli.doctor.linked_roles.page', { url, status: String(status) }),
      t('cli.doctor.linked_roles.page.fix'),
    );
  return true;
}
