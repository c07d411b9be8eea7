/** Words for people: women, the old, and other names of roles. */
import { wordsFor } from './words-for.js';

export const womanWords: ReadonlySet<string> = new Set(
  `woman women girl lady female princess queen witch mermaid fairy sorceress priestess huntress goddess empress duchess
  heroine superheroine enchantress grandmother grandma mother mom mum sister daughter aunt waitress ballerina geisha nun
  maid bride succubus siren kunoichi female lioness banshee maiden valkyrie amazon cowgirl schoolgirl actress`.split(
    /\s+/,
  ),
);
export const oldWords: ReadonlySet<string> = new Set(
  'old elderly ancient aged grandmother grandma grandfather grandpa granny'.split(' '),
);

/** Words for somebody of no particular kind, and who is made for them. */
export const anyones: Record<string, string> = wordsFor({
  human: 'character figure avatar somebody someone anybody being npc protagonist',
  monster: 'monster creature beast critter brute mutant',
  fox: 'animal mammal pet',
});

/** Words of build that are nouns where no other follows. */
export const sizedPeople: ReadonlySet<string> = new Set(['baby', 'giant']);

/** Other words for the same role. */
export const roleNames: Record<string, string> = wordsFor({
  knight: 'crusader templar warlord',
  warrior: 'fighter mercenary amazon viking-warrior berserk spartan',
  paladin: 'valkyrie',
  wizard: 'magician warlock sage archmage merlin',
  mage: 'enchantress enchanter spellcaster necromancer conjurer witchdoctor pyromancer',
  sorcerer: 'sorceress cultist',
  priest: 'priestess cleric bishop pope',
  king: 'emperor monarch ruler sultan',
  queen: 'empress',
  princess: 'duchess',
  ninja: 'assassin shinobi kunoichi',
  thief: 'rogue bandit burglar robber spy',
  pirate: 'corsair buccaneer captain swashbuckler',
  archer: 'hunter huntress bowman',
  astronaut: 'cosmonaut spaceman spacewoman',
  cowboy: 'cowgirl sheriff',
  chef: 'cook baker',
  doctor: 'scientist surgeon physician nurse professor medic',
  student: 'schoolboy schoolgirl pupil nerd',
  superhero: 'superheroine',
  explorer: 'archaeologist traveller traveler hiker',
  athlete: 'footballer runner player skater basketballer',
  police: 'policeman policewoman officer cop',
  firefighter: 'fireman',
  businessman: 'businesswoman butler gentleman detective agent groom bridegroom',
  clown: 'jester',
  fairy: 'pixie',
  builder: 'worker plumber mechanic engineer lumberjack',
  punk: 'rocker biker',
  reaper: 'grimreaper death',
  pharaoh: 'cleopatra',
  waiter: 'waitress bartender',
  ranger: 'scout druidess',
  ballerina: 'dancer',
  boxer: 'wrestler',
  inventor: 'steampunker tinkerer gadgeteer',
  barbarian: 'berserker caveman',
  samurai: 'ronin shogun',
  monk: 'shaolin',
  santa: 'santaclaus fatherchristmas',
});

/** Words for the young, and the word of build that makes them so. */
export const youngWords: Record<string, string> = {
  ...Object.fromEntries(
    'kitten kitty puppy pup cub lamb piglet duckling foal calf fawn owlet eaglet cygnet hatchling dragonling'
      .split(' ')
      .map((word) => [word, 'cub']),
  ),
  ...Object.fromEntries(
    'kid child toddler schoolboy schoolgirl pupil'.split(' ').map((word) => [word, 'child']),
  ),
  boy: 'youth',
  girl: 'youth',
  teen: 'youth',
  teenager: 'youth',
};
