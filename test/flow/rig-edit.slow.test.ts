import { describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { storyIn } from '../support/story.js';
import { answerTo, creditsOf, justBefore, text } from '../support/world.js';

let mia: ActorPerson;
storyIn({ WELCOME_CREDITS: '45' }, async (opened) => {
  mia = (await opened.linked('mia')).in('rigs');
});

/** The words of the open form, above its fields. */
const characterOn = (modal: { components: readonly object[] } | null | undefined) =>
  JSON.stringify(modal?.components[0]);

describe('a character of a finished rig', () => {
  let made: Awaited<ReturnType<ActorPerson['sees']>>;

  it('is shown in words, and changed by words for its price', async () => {
    const { message_id: at } = await mia.runs('/rig text', {
      prompt: 'a red fox with a blue scarf',
      detail: 'low',
      seed: 7,
    });
    const first = await mia.sees('Your character is ready', { after: justBefore({ id: at ?? '' }) });
    const { modal } = await mia.clicks('Edit and remake', { message: first.id });
    expect(characterOn(modal)).toContain('**fox · red**\\nscarf: blue');

    const offer = await answerTo(
      mia,
      mia.fills({ 'What should change?': 'hat: green, no scarf, taller, zorgly' }),
      'Make this character?',
    );
    expect(offer.ephemeral).toBe(true);
    expect(text(offer)).toMatch(/~~scarf: blue~~[\s\S]*No effect\W+zorgly[\s\S]*10 credits/);
    expect(text(offer)).toContain('**hat: green**');
    expect(await creditsOf(mia)).toBe(35);

    const { message_id: card } = await mia.clicks('Make it · 10 credits', { message: offer.id });
    made = await mia.sees('Your character is ready', { after: justBefore({ id: card ?? '' }) });
    expect(text(made)).toMatch(/a red fox with a blue scarf · hat\\?: green[\s\S]*seed 7/);
    expect(await creditsOf(mia)).toBe(25);
  });

  it('keeps its changes when it is changed again', async () => {
    const { modal } = await mia.clicks('Edit and remake', { message: made.id });
    expect(characterOn(modal)).toContain('**fox · tall · red**\\nhat: green');
    await answerTo(mia, mia.fills({ 'What should change?': 'flibber' }), 'nothing would change: flibber');
    expect(await creditsOf(mia)).toBe(25);
  });
});
