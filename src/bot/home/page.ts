import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../../base/html.js';
import type { BotConfig } from '../config.js';
import { fillPage, readerOf } from '../web/page-text.js';
import type { WebPage } from '../web/server.js';

/** Browsers name HTML; programs name JSON, or take anything. */
const wantsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').includes('text/html');

/** The page at the root of the public address, where members end up who shorten a link. Programs get JSON. */
export function homePage({ folder, links }: { folder: string; links: BotConfig['homeLinks'] }): WebPage {
  const file = (name: string) => readFile(join(folder, name), 'utf8');
  const button = (url: string | undefined, label: string): string =>
    url === undefined ? '' : `<a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  return (app, _takeOne, copy) => {
    app.get('/home.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(await file('main.css')),
    );
    app.get('/', async (request, reply) => {
      reply.header('vary', 'accept, accept-language');
      if (!wantsHtml(request)) return { name: 'Rigsmith', health: '/healthz', ready: '/readyz', links };
      const t = readerOf(request, copy);
      const shown = [
        button(links.invite, t('home.page.invite.button')),
        button(links.help, t('home.page.help.button')),
      ].join('');
      const html = fillPage(await file('index.html'), [], t);
      return reply
        .type('text/html; charset=utf-8')
        .send(html.replace('<p id="links"></p>', () => `<p id="links">${shown}</p>`));
    });
  };
}
