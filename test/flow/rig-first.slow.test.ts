import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { copyCatalog, editCatalog } from '../support/catalog.js';
import { answerTo, creditsOf, justBefore, openWorld, text } from '../support/world.js';

it('a member who makes rigs at once asks for the price again, and pays to be first', async () => {
  const catalog = copyCatalog();
  editCatalog(catalog, 'pipelines.json', (pipelines) => {
    for (const each of pipelines) each.priority = { credits: 5 };
  });
  const world = await openWorld({ CATALOG_DIR: catalog, RIG_CONFIRM: 'off', WELCOME_CREDITS: '40' });
  onTestFinished(async () => {
    rmSync(catalog, { recursive: true });
    expect(await world.close()).toEqual([]);
  });
  const mia = (await world.linked('mia')).in('rigs');
  const makes = () => mia.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' });
  const isReady = async ({ message_id: id }: { message_id?: string | null }) =>
    mia.sees('Your character is ready', { after: justBefore({ id: id ?? '' }) });

  await isReady(await makes());
  expect(await creditsOf(mia)).toBe(30);
  const off = await answerTo(mia, mia.runs('/rig confirm', { ask: false }), 'Rigs start at once');
  expect(text(off)).toContain('to start before others');
  await answerTo(mia, mia.runs('/rig confirm', { ask: true }), 'confirm it before anything is on hold');
  const offer = await answerTo(mia, makes(), 'Make this character?');
  await isReady(await mia.clicks('Make it first · 5 more credits', { message: offer.id }));
  expect(await creditsOf(mia)).toBe(15);
});
