import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '../../base/html.js';
import type { Copy } from '../../copy/copy.js';
import { fillPage, readerOf } from '../web/page-text.js';
import type { WebPage } from '../web/server.js';
import { authorizationMs, type LinkedRolesFlow, type VisitOutcome } from './flow.js';

const answer = z.object({
  state: z.string().max(100).default(''),
  code: z.string().max(500).nullable().default(null),
});

/** Lax, because the browser brings it back from Discord's page. */
export function pendingCookie(origin: string) {
  const isSecure = origin.startsWith('https:');
  const name = isSecure ? '__Host-linked-role' : 'linked-role';
  return {
    read: (header: string | undefined): string | null => parseCookie(header ?? '')[name] ?? null,
    write: (value: string): string =>
      stringifySetCookie({
        name,
        value,
        path: '/',
        maxAge: authorizationMs / 1_000,
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
      }),
  };
}

const canRetry = (outcome: VisitOutcome): boolean => outcome !== 'done' && outcome !== 'no_wallet';

/** Discord's verification address of the bot, and where Discord's consent page leads back to. */
export function linkedRolePage(deps: {
  flow: LinkedRolesFlow;
  origin: string;
  /** Folder with the bundled HTML and CSS. */
  folder: string;
}): WebPage {
  const { flow, origin, folder } = deps;
  const cookie = pendingCookie(origin);
  const file = (name: string) => readFile(join(folder, name), 'utf8');

  const show = async (outcome: VisitOutcome, request: FastifyRequest, reply: FastifyReply, copy: Copy) => {
    const t = readerOf(request, copy);
    const again = escapeHtml(t('linked_role.page.again.button'));
    const link = canRetry(outcome) ? `<a class="button" href="/linked-role">${again}</a>` : '';
    const template = await file('index.html');
    const ofOutcome = template.replaceAll('{{linked_role.page.done.', `{{linked_role.page.${outcome}.`);
    const html = fillPage(ofOutcome, [], t).replace('<p id="again">', (tag) => `${tag}${link}`);
    return reply.type('text/html; charset=utf-8').send(html);
  };

  return (app, _takeOne, copy) => {
    app.get('/linked-role.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(await file('main.css')),
    );
    app.get('/linked-role', async (_request, reply) => {
      const begun = flow.begin(null);
      return reply.header('set-cookie', cookie.write(begun.cookie)).redirect(begun.url, 302);
    });
    app.get('/linked-role/discord', async (request, reply) => {
      const outcome = await flow.finish(cookie.read(request.headers.cookie), answer.parse(request.query));
      return show(outcome, request, reply, copy);
    });
  };
}
