import { afterAll, beforeAll, expect } from 'vitest';
import { openWorld, type TestWorld } from './world.js';

/**
 * Opens one world for all tests of a file, and closes it after them without a problem in its log.
 * @param ready runs once it is open: the people of the story
 */
export function storyIn(
  environment: Record<string, string>,
  ready: (world: TestWorld) => Promise<void>,
): () => TestWorld {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld(environment);
    await ready(world);
  });
  afterAll(async () => {
    expect(await world.close()).toEqual([]);
  });
  return () => world;
}
