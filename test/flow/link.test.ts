import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signOnLinkPage } from '../../src/playground/stories/link-page.js';
import { openWorld, startLink, type TestWorld, text, walletOf } from '../support/world.js';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

describe('linking a wallet', () => {
  it('is asked for by everything that needs one', async () => {
    const sam = world.actor.as('sam');
    await sam.runs('/credits');
    const refused = await sam.sees('Link your wallet first');
    expect(text(refused)).toContain('Use /link');
    await sam.clicks('Link a wallet', { message: refused.id });
    expect((await sam.sees('Link your Solana wallet')).ephemeral).toBe(true);
  });

  it('ends with the code of the page typed into Discord, and the text names user, id and server', async () => {
    const mia = world.actor.as('mia');
    const { card, url } = await startLink(mia);
    const { code, message } = await signOnLinkPage(url, await walletOf(mia));
    expect(message).toMatch(
      /Discord user mia \(\d{17,20}\) in Rigsmith Playground\. This is no transaction and costs nothing\./,
    );
    // Phantom refuses a text whose host or URI is of another page than asks for it.
    const { host, origin } = new URL(url);
    expect(message.startsWith(`${host} wants you to sign in`)).toBe(true);
    expect(message).toContain(`\nURI: ${origin}/link\n`);
    await mia.clicks('Enter code', { message: card.id });
    await mia.fills({ code });
    const { address } = await mia.wallet.look();
    expect(text(await mia.sees('Wallet linked'))).toContain(address.slice(0, 4));
    await mia.runs('/credits');
    await mia.sees('0 credits');
  });

  it('is seen by nobody else', async () => {
    const seen = (await world.actor.as('max').messages('welcome')).map(text).join('\n');
    expect(seen).not.toContain('/link#');
  });

  it('works once: the page refuses a second use and a made-up address', async () => {
    const sam = world.actor.as('sam');
    const { url } = await startLink(sam);
    await signOnLinkPage(url, await walletOf(sam));
    await expect(signOnLinkPage(url, await walletOf(sam))).rejects.toThrow('already used');
    await expect(
      signOnLinkPage(url.replace(/#.*/, `#${'x'.repeat(32)}`), await walletOf(sam)),
    ).rejects.toThrow('not valid');
  });

  it('refuses a signature over a changed text, and the member may sign again', async () => {
    const sam = world.actor.as('sam');
    const { card, url } = await startLink(sam);
    const wallet = await walletOf(sam);
    const editing = {
      ...wallet,
      sign: (input: object) => wallet.sign({ ...input, statement: 'Give me everything' }),
    };
    await expect(signOnLinkPage(url, editing)).rejects.toThrow('signature does not match');
    const { code } = await signOnLinkPage(url, wallet);
    await sam.clicks('Enter code', { message: card.id });
    await sam.fills({ code });
    await sam.sees('Wallet linked');
  });

  it('gives three tries of the code, then starts anew', async () => {
    const max = world.actor.as('max');
    const { card, url } = await startLink(max);
    const { code } = await signOnLinkPage(url, await walletOf(max));
    const wrong = code === '000-000' ? '111-111' : '000-000';
    for (const left of ['Tries left: 2', 'Tries left: 1', 'third wrong code']) {
      await max.clicks('Enter code', { message: card.id });
      await max.fills({ code: wrong });
      await max.sees(left);
    }
    await max.clicks('Enter code', { message: card.id });
    await max.fills({ code });
    await max.sees('There is no open link');
    await max.runs('/credits');
    await max.sees('Link your wallet first');
  });

  it('does not link a victim’s wallet to the attacker who knows no code, nor the attacker’s to the victim', async () => {
    const attacker = world.actor.as('max');
    const victim = world.actor.as('olga');
    const { card, url } = await startLink(attacker);
    const { code } = await signOnLinkPage(url, await walletOf(victim));
    const own = await startLink(victim);
    await victim.clicks('Enter code', { message: own.card.id });
    await victim.fills({ code });
    await victim.sees('sign with your wallet first');
    await attacker.clicks('Enter code', { message: card.id });
    await attacker.fills({ code: code === '123-456' ? '654-321' : '123-456' });
    await attacker.sees('Tries left: 2');
    await attacker.runs('/credits');
    await attacker.sees('Link your wallet first');
  });

  it('does not take a wallet from a member on the spot, and says so to both', async () => {
    const olga = world.actor.as('olga');
    const mia = world.actor.as('mia');
    const { card, url } = await startLink(olga);
    const { code } = await signOnLinkPage(url, await walletOf(mia));
    await olga.clicks('Enter code', { message: card.id });
    await olga.fills({ code });
    expect(text(await olga.sees('linked to another member'))).toContain('unless that member signs');
    await olga.runs('/credits');
    await olga.sees('Link your wallet first');
    await mia.sees('Somebody else has proven your wallet');
    await mia.runs('/credits');
    await mia.sees('0 credits');
  });

  it('ends with /unlink, which may be said twice', async () => {
    const mia = world.actor.as('mia');
    await mia.runs('/unlink');
    await mia.sees('Wallet unlinked');
    await mia.runs('/unlink');
    await mia.sees('Nothing to unlink');
    await mia.runs('/credits');
    await mia.sees('Link your wallet first');
  });
});

describe('the link page', () => {
  it('has no effect by being fetched, lets nobody frame it and answers only itself', async () => {
    const { url } = await startLink(world.actor.as('mia'));
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const token = new URL(url).hash.slice(1);
    const foreign = await fetch(new URL('/link/api/view', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://evil.example' },
      body: JSON.stringify({ token }),
    });
    expect(foreign.status).toBe(403);
    const { code } = await signOnLinkPage(url, await walletOf(world.actor.as('mia')));
    expect(code).toMatch(/^\d{3}-\d{3}$/);
  });
});
