import { describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { storyIn } from '../support/story.js';
import { answerTo, cardSays, creditsOf, justBefore, text } from '../support/world.js';

let mia: ActorPerson;
const world = storyIn({ WELCOME_CREDITS: '45', RIG_CONFIRM: 'on' }, async (opened) => {
  mia = (await opened.linked('mia')).in('rigs');
});

const duck = { prompt: 'a yellow duck', detail: 'low' };
const asks = (options: object = duck) =>
  answerTo(mia, mia.runs('/rig text', options as typeof duck), 'Make this character?');

describe('the price of a rig', () => {
  it('is shown to the member alone, and nothing is held until they confirm', async () => {
    const offer = await asks();
    expect(offer.ephemeral).toBe(true);
    expect(text(offer)).toMatch(/a yellow duck[\s\S]*10 credits[\s\S]*45 credits[\s\S]*35 credits/);
    expect(await creditsOf(mia)).toBe(45);
    const sees = (await world().actor.as('sam').messages('rigs')).map(({ id }) => id);
    expect(sees).not.toContain(offer.id);

    const { message_id: made } = await mia.clicks('Make it · 10 credits', { message: offer.id });
    const done = await mia.sees('Your character is ready', { after: justBefore({ id: made ?? '' }) });
    expect([done.id, done.ephemeral]).toEqual([made, false]);
    await cardSays(mia, offer, /Started/, 'rigs');
    expect(await creditsOf(mia)).toBe(35);
  });

  it('costs nothing when it is declined', async () => {
    const offer = await asks();
    await mia.clicks('Cancel', { message: offer.id });
    await cardSays(mia, offer, /Not made[\s\S]*Nothing was charged/, 'rigs');
    expect(await creditsOf(mia)).toBe(35);
  });

  it('is asked for another variant too, until the member wants no more questions', async () => {
    const card = await mia.sees(/character is ready[\s\S]*yellow duck/);
    const pressed = await answerTo(
      mia,
      mia.clicks('Make another · 10 credits', { message: card.id }),
      'Make this character?',
    );
    const made = await mia.clicks("Make it, and don't ask again", { message: pressed.id });
    await mia.sees('Your character is ready', { after: justBefore({ id: made.message_id ?? '' }) });
    const at = await mia.runs('/rig text', duck);
    const done = await mia.sees('Your character is ready', {
      after: justBefore({ id: at.message_id ?? '' }),
    });
    expect(done.id).toBe(at.message_id);
    expect(await creditsOf(mia)).toBe(15);
    await answerTo(mia, mia.runs('/rig confirm', { ask: true }), 'confirm it before anything is on hold');
  });

  it('can lead to a rig that only the member sees', async () => {
    const offer = await asks({ ...duck, private: true });
    await mia.clicks('Make it · 10 credits', { message: offer.id });
    const done = await cardSays(mia, offer, /Your character is ready[\s\S]*10 credits/, 'rigs');
    expect(done.ephemeral).toBe(true);
    expect(text(done)).not.toContain('Everyone here sees the price');
    const seen = (await world().actor.as('sam').messages('rigs')).map(({ id }) => id);
    expect(seen).not.toContain(offer.id);
    expect(await creditsOf(mia)).toBe(5);
  });

  it('is refused at once when it is more than the member has', async () => {
    await answerTo(mia, mia.runs('/rig text', duck), 'This needs 10 credits and you have 5');
  });
});
