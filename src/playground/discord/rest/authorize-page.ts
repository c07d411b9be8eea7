import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ConsentRequest, createAuthorizations } from '../domain/authorizations.js';
import type { State } from '../state/state.js';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

const pageOf = ({ app, scopes }: ConsentRequest, people: readonly { id: string; displayName: string }[]) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Authorize ${escapeHtml(app.name)}</title>
<h1>${escapeHtml(app.name)} wants to access your account</h1>
<p>It asks for: ${escapeHtml(scopes.join(', '))}</p>
<form method="post">${people
    .map(
      ({ id, displayName }) =>
        `<button name="member" value="${id}">Authorize as ${escapeHtml(displayName)}</button> `,
    )
    .join('')}<button name="member" value="">Cancel</button></form></html>`;

/** Discord's consent page. There is no sign-in: the visitor chooses which person they are. */
export function mountAuthorizePage(http: FastifyInstance, state: State): void {
  const authorizations = createAuthorizations(state);
  const asked = ({ query }: FastifyRequest) =>
    authorizations.read(query as Record<string, string | undefined>);
  http.get('/oauth2/authorize', async (request, reply) => {
    const people = [...state.users.values()].filter(({ bot }) => !bot);
    return reply.type('text/html; charset=utf-8').send(pageOf(asked(request), people));
  });
  http.post('/oauth2/authorize', async (request, reply) => {
    const { member = '' } = (request.body ?? {}) as { member?: string };
    const user = state.users.get(member);
    const userId = user && !user.bot ? user.id : null;
    return reply.redirect(authorizations.answer(asked(request), userId), 302);
  });
}
