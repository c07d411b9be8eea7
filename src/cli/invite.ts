import { PermissionsBitField } from 'discord.js';
import { SetupError } from '../base/errors.js';
import { inviteUrl, permissions } from '../bot/gateway/invite.js';
import { readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';

/** Prints the link that adds the bot to a server, with exactly the permissions it needs. */
export async function runInvite(argv: string[], io: Io): Promise<number> {
  const { operands } = readArguments('invite', argv);
  const t = terminalTexts();
  const [given] = operands;
  if (operands.length > 1 || (given !== undefined && !/^\d{15,20}$/.test(given)))
    throw new SetupError(t('cli.invite.error.id'));
  const url = inviteUrl(given ?? (await ownId(t)));
  const names = new PermissionsBitField(permissions).toArray();
  io.stdout.write(`${url}\n`);
  io.stderr.write(`${t('cli.invite.permissions', { names: t.list(names) })}\n`);
  return 0;
}

/** The id of the application, from Discord. */
async function ownId(t: Translate): Promise<string> {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: api = 'https://discord.com/api' } = readConfig(
    process.env,
    t,
  );
  if (token === undefined) throw new SetupError(t('cli.invite.error.token'));
  const response = await fetch(`${api}/v10/applications/@me`, {
    headers: { authorization: `Bot ${token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch((error) => {
    throw new SetupError(t('cli.doctor.unopened', { url: api, error: String(error.cause ?? error) }));
  });
  if (response.status === 401) throw new SetupError(`Discord: ${t('cli.doctor.discord.refused')}`);
  if (!response.ok)
    throw new SetupError(`Discord: ${t('cli.doctor.answered', { status: String(response.status) })}`);
  return ((await response.json()) as { id: string }).id;
}
