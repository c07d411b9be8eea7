import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visitorCookie, writeVisitor } from '../../src/contract/visitor.js';
import { openWorld, type Person, type World } from './http-world.js';

const secret = 'a secret of bot and service, long enough';

const path = '/api/users/credits';
/** The framework answers this, because no route that is answered directly has a query. */
const byFramework = `${path}?`;

describe('a request that is answered without the framework', () => {
  let world: World;
  let url: string;
  let alice: Person;
  beforeEach(async () => {
    world = await openWorld({ config: { welcomeCredits: 25, botSecret: secret } });
    url = await world.listen();
    alice = world.person('alice');
    await alice.signIn();
  });
  afterEach(() => world.close());

  const ask = async (at: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}${at}`, { headers: { 'x-request-id': 'req_1', ...headers } });
    const { date: _, ...others } = Object.fromEntries(reply.headers);
    return { status: reply.status, headers: others, body: await reply.json() };
  };
  const signedIn = () => ({ cookie: `access_token=${alice.cookies.access_token}` });

  it('has the same status, headers and body', async () => {
    const direct = await ask(path, signedIn());
    expect(direct).toMatchObject({ status: 200, body: { available: 25 } });
    expect(direct.headers).toMatchObject({ 'x-request-id': 'req_1', 'cache-control': 'no-store' });
    expect(direct).toEqual(await ask(byFramework, signedIn()));
  });

  it('has a new request id where the client gave none or a strange one', async () => {
    const ids = [await ask(path, { ...signedIn(), 'x-request-id': 'a b' }), await ask(path, signedIn())];
    expect(ids.map(({ headers }) => headers['x-request-id'])).toEqual([
      expect.stringMatching(/^req_/),
      'req_1',
    ]);
    expect(ids[0]!.headers['x-request-id']).not.toBe('req_1');
  });

  it('fails as the framework says', async () => {
    const refused = await ask(path);
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect({ ...refused, body: null }).toEqual({ ...(await ask(byFramework)), body: null });
  });

  it('is refused to a visitor, who has no credits', async () => {
    const visitor = writeVisitor(secret, {
      person: 'p1',
      made_at: new Date(world.clock.now()).toISOString(),
    });
    const cookie = `${visitorCookie}=${visitor}`;
    for (const at of [path, byFramework])
      expect(await ask(at, { cookie })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('is refused after the session has ended', async () => {
    const before = signedIn();
    expect((await ask(path, before)).status).toBe(200);
    await alice.delete('/api/auth/logout');
    expect(await ask(path, before)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });
});
