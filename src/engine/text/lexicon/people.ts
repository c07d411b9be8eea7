/** Words for people: women, the old, and other names of roles. */
import { wordsFor } from './words-for.js';

export const womanWords: ReadonlySet<string> = new Set(
  `woman women girl lady female princess queen witch mermaid fairy sorceress priestess huntress goddess empress duchess
  heroine superheroine enchantress grandmother grandma mother mom mum sister daughter aunt waitress ballerina geisha nun
  maid bride valkyrie amazon cowgirl schoolgirl actress`.split(/\s+/),
);
export const oldWords: ReadonlySet<string> = new Set(
  'old elderly ancient aged grandmother grandma grandfather grandpa granny'.split(' '),
);

/** Other words for the same role. */
export const roleNames: Record<string, string> = wordsFor({
  knight: 'crusader templar',
  warrior: 'fighter mercenary amazon viking-warrior',
  paladin: 'valkyrie',
  wizard: 'magician warlock',
  mage: 'enchantress enchanter spellcaster',
  sorcerer: 'sorceress',
  priest: 'priestess cleric bishop pope',
  king: 'emperor monarch',
  queen: 'empress',
  princess: 'duchess',
  ninja: 'assassin',
  thief: 'rogue bandit burglar robber spy',
  pirate: 'corsair buccaneer captain',
  archer: 'hunter huntress bowman',
  astronaut: 'cosmonaut spaceman spacewoman',
  cowboy: 'cowgirl sheriff',
  chef: 'cook baker',
  doctor: 'scientist surgeon physician nurse professor',
  student: 'schoolboy schoolgirl pupil nerd',
  superhero: 'superheroine',
  explorer: 'archaeologist traveller traveler hiker',
  athlete: 'footballer runner player skater',
  police: 'policeman policewoman officer cop',
  firefighter: 'fireman',
  businessman: 'businesswoman butler gentleman detective agent',
  clown: 'jester',
  fairy: 'pixie',
  builder: 'worker plumber mechanic engineer lumberjack',
  punk: 'rocker biker',
});
