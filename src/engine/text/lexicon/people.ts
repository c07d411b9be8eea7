/** Words for people: women, old people, and synonyms of roles. */
import { wordsFor } from './words-for.js';

export const womanWords: ReadonlySet<string> = new Set(
  `woman women girl lady female princess queen witch mermaid fairy sorceress priestess huntress goddess empress duchess
  heroine superheroine enchantress grandmother grandma mother mom mum sister daughter aunt waitress ballerina geisha nun
  maid bride succubus siren kunoichi female lioness banshee maiden valkyrie amazon cowgirl schoolgirl actress nurse
  baroness countess noblewoman stewardess hostess cheerleader milkmaid villainess swordswoman mailwoman postwoman medusa
  gorgon harpy nymph dryad`.split(/\s+/),
);
export const oldWords: ReadonlySet<string> = new Set(
  'old elderly ancient aged grandmother grandma grandfather grandpa granny'.split(' '),
);

/** Words for a character of unspecified kind, and the creature made for each. */
export const anyones: Record<string, string> = wordsFor({
  human: 'character figure avatar somebody someone anybody being npc protagonist',
  monster: 'monster creature beast critter brute mutant',
  fox: 'animal mammal pet',
});

/** Size words that are nouns when no other noun follows. */
export const sizedPeople: ReadonlySet<string> = new Set(['baby', 'giant']);

/** Synonyms of roles. */
export const roleNames: Record<string, string> = wordsFor({
  knight: 'crusader templar warlord',
  warrior:
    'fighter mercenary amazon viking-warrior berserk spartan swordsman swordswoman swordmaster spearman axeman hoplite',
  paladin: 'valkyrie',
  wizard: 'magician warlock sage archmage merlin',
  mage: 'enchantress enchanter spellcaster necromancer conjurer witchdoctor pyromancer cryomancer summoner illusionist',
  sorcerer: 'sorceress cultist',
  priest: 'priestess cleric bishop pope healer vicar rabbi imam oracle prophet',
  soldier: 'commando marine sniper trooper sergeant swat infantryman veteran',
  guard: 'guardian watchman sentinel sentry',
  hero: 'squire page musketeer',
  king: 'emperor monarch ruler sultan',
  queen: 'empress',
  princess: 'duchess baroness countess noblewoman marquise',
  noble: 'lord nobleman duke baron count earl viscount marquis aristocrat',
  ninja: 'assassin shinobi kunoichi',
  thief: 'rogue bandit burglar robber spy',
  pirate: 'corsair buccaneer swashbuckler privateer',
  captain: 'admiral commodore skipper general colonel major marshal lieutenant commander',
  archer: 'hunter huntress bowman',
  astronaut: 'cosmonaut spaceman spacewoman',
  cowboy: 'cowgirl sheriff gunslinger outlaw rancher wrangler',
  farmer: 'gardener florist beekeeper peasant-farmer milkmaid farmhand',
  chef: 'cook baker butcher confectioner pastrychef',
  doctor:
    'scientist surgeon physician professor medic dentist vet veterinarian pharmacist biologist researcher',
  nurse: 'paramedic caregiver midwife',
  teacher: 'lecturer tutor librarian author writer poet scholar philosopher headmaster historian',
  judge: 'magistrate',
  courier: 'mailman mailwoman postman postwoman messenger mailcarrier deliveryman',
  artist: 'painter sculptor illustrator potter designer',
  musician: 'guitarist songwriter drummer violinist pianist rockstar minstrel',
  singer: 'popstar rapper idol diva vocalist',
  fisherman: 'fisher angler',
  miner: 'digger prospector',
  pilot: 'aviator airman',
  steward: 'stewardess conductor bellhop hostess',
  merchant: 'trader tailor shopkeeper innkeeper peddler bartenders barkeep salesman cobbler',
  alchemist: 'chemist apothecary',
  gamer: 'hacker programmer streamer coder developer youtuber dj hipster',
  reporter: 'journalist photographer cameraman',
  detective: 'investigator sleuth sherlock inspector',
  gangster: 'mobster mafioso gangsters',
  prisoner: 'convict inmate',
  swimmer: 'lifeguard surfer beachgoer',
  skier: 'snowboarder mountaineer climber',
  racer: 'motorcyclist cyclist racecardriver',
  karateka: 'judoka martialartist sensei',
  executioner: 'hangman headsman',
  villain: 'supervillain villainess antagonist',
  beggar: 'hobo castaway survivor',
  nomad: 'bedouin sheikh',
  hippie: 'hippy',
  goth: 'emo',
  shaman: 'medicineman',
  maid: 'housemaid housekeeper',
  lumberjack: 'woodcutter woodsman',
  student: 'schoolboy schoolgirl pupil nerd',
  superhero: 'superheroine',
  explorer: 'archaeologist traveller traveler hiker',
  athlete:
    'footballer runner player skater basketballer goalkeeper goalie quarterback golfer coach referee acrobat gymnast tennisplayer basketballplayer footballplayer soccerplayer baseballplayer hockeyplayer volleyballplayer',
  police: 'policeman policewoman officer cop',
  firefighter: 'fireman',
  businessman:
    'businesswoman butler gentleman agent groom bridegroom lawyer banker accountant secretary manager boss ceo politician president mayor diplomat executive bodyguard',
  clown: 'jester juggler harlequin',
  fairy: 'pixie',
  builder: 'worker plumber mechanic engineer carpenter electrician janitor welder handyman repairman',
  punk: 'rocker biker',
  reaper: 'grimreaper death',
  pharaoh: 'cleopatra',
  waiter: 'waitress bartender barber hairdresser',
  ranger: 'scout druidess',
  ballerina: 'dancer',
  boxer: 'wrestler',
  inventor: 'steampunker tinkerer gadgeteer',
  barbarian: 'berserker caveman',
  samurai: 'ronin shogun',
  monk: 'shaolin',
  gladiator: 'centurion legionary legionnaire roman trojan',
  santa: 'santaclaus fatherchristmas',
});

/** Words for young and other people of a certain build, with the adjective each implies. */
export const youngWords: Record<string, string> = {
  ...Object.fromEntries(
    'kitten kitty puppy pup cub lamb piglet duckling foal calf fawn owlet eaglet cygnet hatchling dragonling'
      .split(' ')
      .map((word) => [word, 'cub']),
  ),
  ...Object.fromEntries(
    'kid child toddler schoolboy schoolgirl pupil'.split(' ').map((word) => [word, 'child']),
  ),
  sumo: 'fat',
  bodybuilder: 'muscular',
  strongman: 'muscular',
  cherub: 'child',
  cupid: 'child',
  boy: 'youth',
  girl: 'youth',
  teen: 'youth',
  teenager: 'youth',
};
