/** Eyes, brows, nose and mouth, placed on any head by ray casting. */
import type { Head } from './anatomy.js';
import { sculptBeak } from './face/beak.js';
import { sculptEyes } from './face/eyes.js';
import { sculptWideMouth } from './face/frog.js';
import { placesOn } from './face/ground.js';
import { sculptHumanFace } from './face/human.js';
import { sculptMuzzle } from './face/muzzle.js';
import { sculptRobotFace } from './face/robot.js';
import type { Sculpture } from './sculpt.js';
import { isBare, type Traits } from './traits.js';

/** @param r the head's radius in metres */
export function sculptFace(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  if (traits.face === 'robot' || traits.face === 'screen') {
    sculptRobotFace(sculpture, head, r, traits);
    return;
  }
  const place = placesOn(head, r);
  if (!isBare(traits, 'eyes')) sculptEyes(sculpture, place, head, r, traits);
  if (traits.face === 'human') sculptHumanFace(sculpture, place, r, traits);
  else if (traits.face === 'beak') sculptBeak(sculpture, head, r, traits);
  else if (traits.face === 'frog') sculptWideMouth(sculpture, place, r, traits);
  else sculptMuzzle(sculpture, head, r, traits);
}
