/** Body parts that take a colour and a size word. */
import { wordsFor } from './words-for.js';

export const partNames: Record<string, string> = wordsFor({
  eyes: 'eye eyes',
  ears: 'ear ears',
  tail: 'tail',
  nose: 'nose',
  snout: 'snout muzzle beak',
  face: 'face',
  head: 'head',
  legs: 'leg legs',
  arms: 'arm arms',
  hands: 'hand hands',
  feet: 'paw paws foot feet hoof hooves',
  neck: 'neck',
  belly: 'belly tummy',
  coat: 'skin fur scales body feathers',
  stripes: 'stripes stripe',
  spots: 'spots spot dots',
  patches: 'patches',
  socks: 'socks stockings',
  fins: 'fin fins flipper flippers',
  claws: 'claw claws pincer pincers',
  cheeks: 'cheek cheeks',
});
