import { wishOn } from './topics/topics.js';
import { isVague, type Wish } from './wish.js';
import { phraseOf } from './words/lexis.js';

/** Messages whose first word or link says what they are about, whatever they describe. */

const errand =
  /^(?:(?:please|hey|hi|ok|(?:can|could|would|will) (?:you|u)|i (?:need|want) (?:you )?to)[\s,]+)*(?:write|compose|translate|calculate|compute|solve|debug|define|spell|google|schedule|(?:code|program) (?:me|an?|up)|remind me to|set (?:an?|the|my) (?:alarm|timer|reminder)|play (?:me |some |the |my )*(?:songs?|music|video|playlist)|book (?:me )?an?|call (?:my|me an?|an?|911)|flip a coin|roll (?:an?|the) (?:dice?|d\d+)|turn (?:on|off) the|tell me (?:an?|another) (?:joke|story|riddle|fact))\b/i;

const commands: Readonly<Record<string, 'rigs' | 'prices' | 'balance' | 'link' | 'unlink' | 'abilities'>> = {
  rigs: 'rigs',
  buy: 'prices',
  packs: 'prices',
  credits: 'balance',
  balance: 'balance',
  link: 'link',
  unlink: 'unlink',
  help: 'abilities',
};

/** "I have a picture of my dog, can you make it 3d?", "my kid drew a monster, can you animate it?" */
const picturing =
  /^(?=.*\b(?:i(?:'ve| have)?(?: got)?|my|we|here'?s|this is|use|from|send you|upload) (?:\w+ ){0,3}(?:picture|photo|image|drawing|sketch|painting|artwork|selfie|pic|screenshot|png|jpe?g|drew|painted|sketched)s?\b)(?=.*\b(?:3d|turn|make|convert|rig|model|animate|moves?|use|into|character)\b)/i;

/** "Write me a script", which is done elsewhere, or a slash command typed as a message. */
export function errandIn(line: string): Wish | null {
  const name = /^\/(\w+)\W*$/.exec(line)?.[1]?.toLowerCase() ?? '';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return { kind: command };
  if (picturing.test(line) && !/^(?:make|create|build|an?) /i.test(line)) return wishOn('picture');
  return errand.test(line) ? { kind: 'elsewhere' } : null;
}

/** A link stands for a file where no character is described beside it. */
export function isOnlyLinked(line: string, wish: Wish): boolean {
  const rest = line.replace(/https?:\/\/\S+/g, ' ');
  if (rest === line) return false;
  const { isCharacter, understood } = phraseOf(rest);
  if (wish.kind === 'make') return !isCharacter;
  if (wish.kind === 'refine') return understood.length === 0;
  return isVague(wish) || wish.kind === 'refused';
}
