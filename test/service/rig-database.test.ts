import { expect, it } from 'vitest';
import { createWorkshop, credits, newFolder, openRigWorld, remove, rigOf, sees } from './rig-world.js';

it('a rig is made in another attempt when the database is out of reach at the end of the first', async () => {
  const folder = newFolder();
  const workshop = createWorkshop();
  const world = await openRigWorld(folder, { executor: workshop });
  try {
    const { id } = (await world.alice.post('/api/rig/text-to-rig', { prompt: 'a red fox' })).json();
    const first = await workshop.taken(1);
    const rig = rigOf(Buffer.from('glTF and some bytes'));
    const lost = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    first.end({
      kind: 'made',
      get rig(): typeof rig {
        throw lost;
      },
    });
    await world.clock.advance(17_000);
    (await workshop.taken(2)).end({ kind: 'made', rig });
    await sees(world.alice, id, 'succeeded');
    expect(await credits(world.alice)).toEqual({ available: 90, held: 0 });
  } finally {
    await world.close();
    remove(folder);
  }
});
