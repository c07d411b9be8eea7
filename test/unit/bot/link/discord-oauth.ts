import { createHash } from 'node:crypto';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Grant = { userId: string; redirectUri: string; challenge: string; used: boolean };

export const client = { id: '700000000000000001', secret: 'the secret of this application' };

/**
 * Discord's OAuth2 as documented: an authorization code is valid once, for the redirect address and the PKCE
 * challenge of its request; form bodies; HTTP Basic for the application; errors of RFC 6749. `fails` makes every
 * answer that status.
 * @param behind the REST address of a Discord that answers everything else, and its application's id
 */
export async function openDiscordOauth(behind?: { api: string; applicationId: string }) {
  const clientId = behind?.applicationId ?? client.id;
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, string>();
  const fake = { fails: 0, revoked: [] as string[] };

  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (fake.fails !== 0) return [fake.fails, {}];
    const { authorization = '', 'content-type': type } = request.headers;
    if (request.url === '/api/v10/users/@me') {
      const userId = tokens.get(authorization.replace(/^Bearer /, ''));
      return userId ? [200, { id: userId, username: 'somebody', avatar: null }] : [401, { code: 0 }];
    }
    const expected = `Basic ${Buffer.from(`${clientId}:${client.secret}`).toString('base64')}`;
    if (authorization !== expected) return [401, { error: 'invalid_client' }];
    if (type !== 'application/x-www-form-urlencoded') return [400, { error: 'invalid_request' }];
    const form = new URLSearchParams(text);
    if (request.url === '/api/v10/oauth2/token/revoke') {
      const token = form.get('token') ?? '';
      tokens.delete(token);
      fake.revoked.push(token);
      return [200, {}];
    }
    if (request.url !== '/api/v10/oauth2/token') return [404, {}];
    if (form.get('grant_type') !== 'authorization_code') return [400, { error: 'unsupported_grant_type' }];
    const grant = grants.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits = grant?.redirectUri === form.get('redirect_uri') && grant.challenge === challenge;
    if (!grant || grant.used || !fits) return [400, { error: 'invalid_grant' }];
    grant.used = true;
    const token = `token-${tokens.size + 1}`;
    tokens.set(token, grant.userId);
    const terms = { token_type: 'Bearer', expires_in: 604_800, refresh_token: 'r', scope: 'identify' };
    return [200, { access_token: token, ...terms }];
  };

  const forward = (request: IncomingMessage, response: ServerResponse, api: string): void => {
    const { method, headers } = request;
    const url = `${api.replace(/\/api$/, '')}${request.url}`;
    const onward = ask(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  };
  const isOurs = ({ url = '', headers }: IncomingMessage) =>
    url.includes('/oauth2/token') || /^Bearer /.test(headers.authorization ?? '');

  const server = createServer(async (request, response) => {
    if (behind && !isOurs(request)) return forward(request, response, behind.api);
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return Object.assign(fake, {
    origin,
    authorizeUrl: `${origin}/oauth2/authorize`,
    apiUrl: `${origin}/api/v10`,
    /** A logged-in Discord user opens the address and agrees. @returns the address their browser is redirected to */
    agrees(url: string, userId: string): { state: string; code: string } {
      const { origin: at, pathname, searchParams: asked } = new URL(url);
      const of = (name: string) => asked.get(name) ?? '';
      if (at !== origin || pathname !== '/oauth2/authorize') throw new Error(`not Discord: ${url}`);
      if (of('response_type') !== 'code' || of('client_id') !== clientId) throw new Error('not ours');
      if (of('scope') !== 'identify' || of('code_challenge_method') !== 'S256') throw new Error(of('scope'));
      const code = `code-${grants.size + 1}`;
      const terms = { redirectUri: of('redirect_uri'), challenge: of('code_challenge') };
      grants.set(code, { userId, ...terms, used: false });
      return { state: of('state'), code };
    },
    close: () => void server.close().closeAllConnections(),
  });
}
