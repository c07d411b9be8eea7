import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { signOnLinkPage } from '../../src/playground/stories/link-page.js';
import { jumpingClock } from '../support/clock.js';
import {
  answerTo,
  justBefore,
  openWorld,
  startLink,
  type TestWorld,
  text,
  walletOf,
} from '../support/world.js';

const clock = jumpingClock();
let world: TestWorld;
let mia: ActorPerson;
let sam: ActorPerson;
const places = { address: { mia: '', sam: '' } };
beforeAll(async () => {
  world = await openWorld({ TAKEOVER_DELAY_HOURS: '1' }, true, clock);
  mia = await world.linked('mia');
  sam = await world.linked('sam');
  places.address.mia = (await mia.wallet.look()).address;
  places.address.sam = (await sam.wallet.look()).address;
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

/** Runs a command and reads its answer. */
const asks = (person: ActorPerson, command: string, options: Record<string, string> = {}) =>
  answerTo(person.in('welcome'), person.runs(command, options, { channel: 'welcome' }), /\S/);

async function linksWith(person: ActorPerson, wallet: ActorPerson): Promise<SeenMessage> {
  const { card, url } = await startLink(person);
  const { code } = await signOnLinkPage(url, await walletOf(wallet));
  await person.clicks('Enter code', { message: card.id });
  return answerTo(person.in('welcome'), person.fills({ code }), /Wallet linked|linked to another member/);
}
const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

describe('/wallet', () => {
  it('lists the wallet with its mark, and suggests only one’s own', async () => {
    const list = await asks(mia, '/wallet list');
    expect(list.ephemeral).toBe(true);
    expect(text(list)).toMatch(/★ primary[\s\S]*signed in/);
    const choices = await mia.autocompletes('/wallet use', 'wallet', '', { channel: 'welcome' });
    expect(choices.map(({ value }) => value)).toEqual([places.address.mia]);
  });

  it('labels it, and refuses a label that hides or reverses text', async () => {
    const wallet = places.address.mia;
    expect(text(await asks(mia, '/wallet label', { wallet, name: 'Cold one' }))).toContain('Cold one');
    for (const name of ['x\u202ey', 'x'.repeat(40)])
      expect(text(await asks(mia, '/wallet label', { wallet, name }))).toContain(
        'A wallet name can have 1 to 32',
      );
    expect(text(await asks(mia, '/wallet list'))).toContain('Cold one');
  });

  it('finds no wallet of another member, even by its address', async () => {
    const wallet = places.address.sam;
    for (const command of ['use', 'label', 'unlink', 'logout', 'sessions'])
      expect(text(await asks(mia, `/wallet ${command}`, { wallet }))).toContain(
        "That wallet isn't linked to your account",
      );
    await sam.runs('/credits', {}, { channel: 'welcome' });
    await sam.sees('0 credits');
  });

  it('shows the sessions at the service and ends the others', async () => {
    const service = world.addresses.service ?? '';
    const cookies = await signInElsewhere(service, mia);
    const card = await asks(mia, '/wallet sessions', { wallet: 'cold one' });
    expect(text(card)).toMatch(/This bot[\s\S]*Another session/);
    await mia.clicks('End all others', { message: card.id });
    await mia.sees("isn't signed in anywhere else", { after: justBefore(card) });
    const answer = await fetch(new URL('/api/users/me', service), { headers: { cookie: cookies } });
    expect(answer.status).toBe(401);
    expect(text(await asks(mia, '/credits'))).toContain('0 credits');
  });

  it('explains that the session was ended elsewhere, and how to continue', async () => {
    const service = world.addresses.service ?? '';
    const cookie = await signInElsewhere(service, mia);
    const all = { method: 'DELETE', headers: { cookie } };
    expect((await fetch(new URL('/api/auth/sessions', service), all)).status).toBe(204);
    const refused = await asks(mia, '/credits');
    expect(text(refused)).toMatch(/Please link your wallet again[\s\S]*was ended elsewhere/);
    expect(text(await asks(mia, '/wallet list'))).toContain('signed out');
    await mia.clicks('Link a wallet', { message: refused.id });
    expect(text(await linksWith(mia, mia))).toContain('Wallet linked');
    expect(text(await asks(mia, '/credits'))).toContain('0 credits');
  });

  it('signs out, twice if need be, and the wallet stays linked', async () => {
    for (const scope of ['everywhere', 'here'])
      expect(text(await asks(mia, '/wallet logout', { scope }))).toContain('Signed out');
    await mia.sees('Signed out everywhere');
    expect(text(await asks(mia, '/credits'))).toContain('You have logged out');
    expect(text(await asks(mia, '/wallet list'))).toContain('signed out by you');
    await linksWith(mia, mia);
  });
});

describe('a wallet of another member', () => {
  it('moves to the member who proves it, after the delay, and both are told', async () => {
    expect(text(await linksWith(mia, sam))).toContain('unless that member signs with it again');
    await sam.sees('Someone else is claiming your wallet');
    expect(text(await asks(sam, '/wallet list'))).toContain('Keep it');
    clock.jump(61 * 60_000);
    await mia.sees('The wallet is linked to your account');
    await sam.sees('Your wallet moved to another member');
    expect(text(await asks(sam, '/credits'))).toContain('Link your wallet first');
    const list = await asks(mia, '/wallet list');
    expect(text(list)).toContain(short(places.address.sam));
    expect(text(list)).toMatch(/Cold one[^\n]*★ primary/);
  });

  it('can be used, unlinked everywhere, and is free then', async () => {
    const wallet = places.address.sam;
    expect(text(await asks(mia, '/wallet use', { wallet }))).toContain('Primary wallet changed');
    expect(text(await asks(mia, '/wallet unlink', { wallet, scope: 'everywhere' }))).toContain(
      'Wallet unlinked',
    );
    expect(text(await asks(mia, '/wallet unlink', { wallet }))).toContain(
      "That wallet isn't linked to your account",
    );
    expect(text(await linksWith(sam, sam))).toContain('Wallet linked');
  });

  it('stays when its member signs again', async () => {
    await linksWith(mia, sam);
    const list = await asks(sam, '/wallet list');
    const { message_id } = await sam.clicks('Keep it', { message: list.id });
    expect(message_id).not.toBeNull();
    expect(text(await linksWith(sam, sam))).toContain('Wallet linked');
    await mia.sees('The wallet stays with the other member');
    expect(text(await asks(sam, '/credits'))).toContain('0 credits');
  });
});

describe('the identity of the bot', () => {
  it('is shown by /verify-bot: its ids and its page', async () => {
    const [bot] = (await world.actor.world()).bots;
    const card = text(await asks(sam, '/verify-bot'));
    for (const mark of [bot?.user_id, bot?.application_id, new URL(world.addresses.link ?? '').origin])
      expect(card).toContain(mark);
  });

  it('is shown on a panel that moderators post, with a link for each person who presses', async () => {
    const olga = world.actor.as('olga');
    await olga.runs('/link-panel', {}, { channel: 'welcome' });
    const max = world.actor.as('max');
    const panel = await max.sees('Link your wallet in', { channel: 'welcome' });
    expect(panel.ephemeral).toBe(false);
    await max.clicks('Link wallet', { message: panel.id });
    const offer = await max.sees('Link your Solana wallet', { after: panel.id });
    expect(offer.ephemeral).toBe(true);
    expect(text(offer)).toContain('max');
    await expect(sam.runs('/link-panel', {}, { channel: 'welcome' })).rejects.toThrow();
  });
});

/** The same wallet signs in at the service from another client. @returns its cookies */
async function signInElsewhere(service: string, person: ActorPerson): Promise<string> {
  const { address } = await person.wallet.look();
  const post = (path: string, body: object) =>
    fetch(new URL(path, service), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { nonce, sign_in_input } = (await (await post('/api/auth/nonce', { address })).json()) as {
    nonce: string;
    sign_in_input: object;
  };
  const signature = await person.wallet.signs(sign_in_input);
  const answer = await post('/api/auth/wallet', { address, nonce, signature, encoding: 'siws' });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
