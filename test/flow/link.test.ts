import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { signOnLinkPage } from '../../src/playground/stories/link-page.js';
import {
  answerTo,
  creditsOf,
  openWorld,
  startLink,
  type TestWorld,
  text,
  walletOf,
} from '../support/world.js';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

/** Types a code of the page into Discord. */
async function types(
  person: ActorPerson,
  card: SeenMessage,
  code: string,
  says: string,
  button = 'Enter code',
) {
  await person.clicks(button, { message: card.id });
  return answerTo(person, person.fills({ code }), says);
}
const hasNone = (person: ActorPerson) => answerTo(person, person.runs('/credits'), 'Link your wallet first');

describe('linking a wallet', () => {
  it('is required by every command that needs a wallet', async () => {
    const sam = world.actor.as('sam');
    const refused = await answerTo(sam, sam.runs('/credits'), 'Link your wallet first');
    expect(text(refused)).toContain('Use /link');
    const pressed = sam.clicks('Link a wallet', { message: refused.id });
    expect((await answerTo(sam, pressed, 'Link your Solana wallet')).ephemeral).toBe(true);
  });

  it('ends with the code of the page typed into Discord, and the text names user, id and server', async () => {
    const mia = world.actor.as('mia');
    const { card, url } = await startLink(mia);
    const { code, message } = await signOnLinkPage(url, await walletOf(mia));
    expect(message).toMatch(
      /Discord user mia \(\d{17,20}\) in Rigsmith Playground\. This is not a transaction and it is free\./,
    );
    // Phantom refuses a text whose host or URI differs from the requesting page.
    const { host, origin } = new URL(url);
    expect(message.startsWith(`${host} wants you to sign in`)).toBe(true);
    expect(message).toContain(`\nURI: ${origin}/link\n`);
    const { address } = await mia.wallet.look();
    expect(text(await types(mia, card, code, 'Wallet linked'))).toContain(address.slice(0, 4));
    expect(await creditsOf(mia)).toBe(0);
  });

  it('is visible to the member alone', async () => {
    const seen = (await world.actor.as('max').messages('welcome')).map(text).join('\n');
    expect(seen).not.toMatch(/\/link[?#]/);
  });

  it('works once: the page refuses a second use and a made-up address', async () => {
    const sam = world.actor.as('sam');
    const { url } = await startLink(sam);
    await signOnLinkPage(url, await walletOf(sam));
    await expect(signOnLinkPage(url, await walletOf(sam))).rejects.toThrow('already used');
    await expect(
      signOnLinkPage(url.replace(/#.*/, `#${'x'.repeat(32)}`), await walletOf(sam)),
    ).rejects.toThrow("isn't valid");
  });

  it('refuses a signature over a changed text, and the member may sign again', async () => {
    const sam = world.actor.as('sam');
    const { card, url } = await startLink(sam);
    const wallet = await walletOf(sam);
    const editing = {
      ...wallet,
      sign: (input: object) => wallet.sign({ ...input, statement: 'Give me everything' }),
    };
    await expect(signOnLinkPage(url, editing)).rejects.toThrow("signature doesn't match");
    const { code } = await signOnLinkPage(url, wallet);
    await types(sam, card, code, 'Wallet linked');
  });

  it('gives three tries of the code, then requires a new link', async () => {
    const max = world.actor.as('max');
    const { card, url } = await startLink(max);
    const { code } = await signOnLinkPage(url, await walletOf(max));
    const wrong = code === '000-000' ? '111-111' : '000-000';
    await types(max, card, wrong, '2 attempts left');
    await types(max, card, wrong, '1 attempt left', 'Try again');
    await max.clicks('Try again', { message: card.id });
    const fourth = (await max.modals()).at(-1)?.id; // a form that stays open during the third attempt
    await types(max, card, wrong, 'no attempts left', 'Try again');
    await answerTo(max, max.fills({ code }, fourth ? { modal: fourth } : {}), 'You have no open link');
    await hasNone(max);
  });

  it('happens on one card: a wrong code, another try and the end replace each other, and a newer card the older', async () => {
    const max = world.actor.as('max').in('welcome');
    const older = await startLink(max);
    const { card, url } = await startLink(max);
    const shown = async () =>
      (await max.messages('welcome')).filter(({ id }) => [older.card.id, card.id].includes(id));
    expect((await shown()).map(({ id }) => id)).toEqual([card.id]);
    const early = await types(max, card, '000-000', 'sign with your wallet first');
    expect(early.id).toBe(card.id);
    expect(text(early)).toContain('Open the page');
    const { code } = await signOnLinkPage(url, await walletOf(max));
    await max.clicks('Try again', { message: card.id });
    const wrong = await answerTo(
      max,
      max.fills({ code: code === '000-000' ? '111-111' : '000-000' }),
      'Wrong code',
    );
    expect(wrong.id).toBe(card.id);
    expect(text(wrong)).not.toContain('req_');
    await max.clicks('Try again', { message: card.id });
    const linked = await answerTo(max, max.fills({ code }), 'Wallet linked');
    expect(linked.id).toBe(card.id);
    expect(text(linked)).not.toContain('Enter code');
    await answerTo(max, max.runs('/unlink'), 'Wallet unlinked');
  });

  it('shows the phrase a member chose on every link card, so that an impostor is noticed', async () => {
    const sam = world.actor.as('sam').in('welcome');
    const check = await answerTo(sam, sam.runs('/verify-bot'), 'Check that this is the real bot');
    await sam.clicks('Choose a phrase', { message: check.id });
    const phrase = 'three purple otters';
    const chosen = await answerTo(sam, sam.fills({ phrase }), phrase);
    expect(chosen.id).toBe(check.id);
    expect(text((await startLink(sam)).card)).toContain(phrase);
    expect(text((await startLink(world.actor.as('olga'))).card)).not.toContain(phrase);
  });

  it('links neither a victim’s wallet to an attacker without the code, nor the reverse', async () => {
    const attacker = world.actor.as('max');
    const victim = world.actor.as('olga');
    const { card, url } = await startLink(attacker);
    const { code } = await signOnLinkPage(url, await walletOf(victim));
    const own = await startLink(victim);
    await types(victim, own.card, code, 'sign with your wallet first');
    await types(attacker, card, code === '123-456' ? '654-321' : '123-456', '2 attempts left');
    await hasNone(attacker);
  });

  it('does not take a wallet from a member at once, and tells both', async () => {
    const olga = world.actor.as('olga');
    const mia = world.actor.as('mia');
    const { card, url } = await startLink(olga);
    const { code } = await signOnLinkPage(url, await walletOf(mia));
    const told = await types(olga, card, code, 'linked to another member');
    expect(text(told)).toContain('unless that member signs');
    await hasNone(olga);
    await mia.sees('Someone else is claiming your wallet');
    expect(await creditsOf(mia)).toBe(0);
  });

  it('ends with /unlink, which may be repeated', async () => {
    const mia = world.actor.as('mia');
    for (const says of ['Wallet unlinked', 'Nothing to unlink'])
      await answerTo(mia, mia.runs('/unlink'), says);
    await hasNone(mia);
  });
});

describe('the link page', () => {
  it('has no effect when fetched, forbids framing and answers only its own origin', async () => {
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
