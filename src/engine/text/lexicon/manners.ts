/** Stance, movement, mood and hair style. */
import { wordsFor } from './words-for.js';

/** Words for an upright or four-legged stance. */
export const stances: Record<string, 'biped' | 'quadruped'> = {
  standing: 'biped',
  upright: 'biped',
  bipedal: 'biped',
  humanoid: 'biped',
  anthropomorphic: 'biped',
  anthro: 'biped',
  quadruped: 'quadruped',
  fourlegged: 'quadruped',
  humanlike: 'biped',
};
export const styles: Record<string, 'chibi' | 'natural' | 'heroic'> = {
  chibi: 'chibi',
  cute: 'chibi',
  kawaii: 'chibi',
  chibified: 'chibi',
  toy: 'chibi',
  adorable: 'chibi',
  heroic: 'heroic',
  epic: 'heroic',
  realistic: 'natural',
  anime: 'natural',
  manga: 'natural',
};

export type Mood = 'happy' | 'sad' | 'angry' | 'sleepy' | 'surprised' | 'serious';
export const moods: Record<string, Mood> = wordsFor<Mood>({
  happy:
    'happy smiling cheerful joyful friendly laughing grinning jolly merry kind silly goofy funny playful winking excited sweet',
  sad: 'sad crying unhappy lonely melancholic depressed gloomy shy nervous frowning worried',
  angry:
    'angry furious mad grumpy mean evil fierce menacing scary wicked grim creepy spooky unholy cursed yelling villainous cruel',
  sleepy: 'sleepy tired sleeping bored lazy drowsy meditating relaxed',
  surprised: 'surprised shocked scared afraid frightened amazed astonished',
  serious: 'serious brave proud confident determined calm stern noble wise elegant royal confident regal',
});

/** Clips by the words for their motion. */
export const poses: Record<string, string> = wordsFor({
  wave: 'waving greeting saluting dancing pointing',
  walk: 'walking strolling marching',
  run: 'running jogging sprinting jumping',
  attack: 'attacking fighting striking punching',
  flap: 'flying soaring flapping',
  swim: 'swimming',
  slither: 'slithering crawling',
});

/** Hair styles, named before the hair. */
export const manners: ReadonlySet<string> = new Set(
  'curly wavy spiky messy braided straight shaggy twin'.split(' '),
);
