/** Phrases for where something is held or worn, and for what arms do, as one word. */
import { type ArmStance, armStances, type Place } from '../../kinds.js';
import { innerToken } from './inner-token.js';

const whose = '(?:(?:his|her|its|their|the|my|a|an|one|your) )?';
const side = '(?:(left|right) )?';
const held = '(?:hand|palm|paw|fist|claw|hoof|flipper|wing|tentacle)';

type Where = Place | ArmStance;
type Rule = readonly [pattern: RegExp, to: (match: readonly (string | undefined)[]) => readonly Where[]];
const rule = (source: string, to: ((match: readonly (string | undefined)[]) => Where) | Where): Rule => [
  new RegExp(`\\b(?:${source})\\b`, 'g'),
  (match) => [typeof to === 'string' ? to : to(match)],
];
const oneHand = '(?:one|a|his|her|its|their|the) (?:left |free |other )?(?:hand|fist|paw|arm)';

const anArm = '(?:hand|fist|paw|arm)';
const raised = '(?:raised|up|lifted|held up|held high|in the air)(?: (?:high|up|in the air))*';
const upper: Rule[1] = ([, ...said]) => [said.includes('right') ? 'right arm up' : 'arm up'];

/** The first that fits a phrase counts. */
const rules: readonly Rule[] = [
  rule(
    `(?:with )?${whose}arms? (?:are |is )?(?:crossed|folded)(?: (?:over|across|on|in front of) ${whose}chest)?`,
    'crossed arms',
  ),
  rule(`(?:crossed|folded|crossing|folding|crosses) ${whose}arms`, 'crossed arms'),
  rule('(?:hugging|hugs) (?:him|her|it|them)sel(?:f|ves)', 'crossed arms'),
  rule(
    `(?:with )?${whose}(?:hands|fists|paws|arms) (?:are )?(?:on|at) ${whose}(?:hips?|waist|sides)`,
    'hands on hips',
  ),
  rule(
    `(?:with )?${oneHand} (?:resting |placed |planted )?(?:on|at) ${whose}(?:hips?|waist)|hand on (?:the )?hip`,
    'hand on hip',
  ),
  [
    new RegExp(
      `\\b(?:(?:with )?${whose}(left|right) ${anArm} (?:is )?${raised}|(?:raising|lifting|holding up|raises) ${whose}(left|right) ${anArm}(?: (?:high|up|in the air))*|raised (left|right) ${anArm})\\b`,
      'g',
    ),
    upper,
  ],
  rule(
    '(?:(?:giving|gives|doing|does|showing|making|makes|with) )?(?:an? |two |double |the |his |her )?(?:big )?thumbs?[- ]up(?: sign| gesture| pose)?',
    'thumbs up',
  ),
  rule(
    '(?:(?:giving|doing|does|showing|making|makes|flashing|throwing(?: up)?|holding up|with) )?(?:an? |the |double )?(?:peace|victory|v)[- ]signs?',
    'peace sign',
  ),
  rule(
    `(?:with )?${oneHand} (?:resting |placed )?(?:on|over|across) ${whose}(?:[a-z]+ )?(?:belly|tummy|stomach|bump)`,
    'hand on belly',
  ),
  rule(
    `(?:with )?(?:${oneHand}|hand) (?:resting |placed )?(?:on|over|across) ${whose}(?:heart|chest)`,
    'hand on heart',
  ),
  rule(
    `(?:with )?${oneHand} (?:raised|up|lifted|held up|held high|in the air)(?: (?:high|up|in the air))*|(?:raising|lifting|holding up) ${oneHand}(?: (?:high|up|in the air))*|raised (?:hand|fist|arm|paw)`,
    'arm up',
  ),
  rule(`(?:with )?${whose}(?:hands|arms|paws) (?:clasped |folded )?behind ${whose}back`, 'hands behind back'),
  rule(`(?:with )?${whose}hands (?:are )?in ${whose}pockets?`, 'hands in pockets'),
  rule(
    `(?:with )?${whose}(?:hands|paws) (?:clasped|folded|together|pressed together|clasped together)`,
    'hands together',
  ),
  rule(
    `(?:with )?(?:both )?${whose}(?:arms|hands|paws|fists) (?:are )?(?:thrown |held |stretched |lifted |put )?(?:up|raised|high|in the air|overhead|above ${whose}head|over ${whose}head)(?: (?:high|in the air|up))*`,
    'arms up',
  ),
  rule(
    `(?:raising|raises|lifting|throwing) (?:both )?${whose}(?:arms|hands)(?: up)?(?: in the air)?|(?:raised|lifted) arms`,
    'arms up',
  ),
  rule(
    `(?:with )?${whose}arms (?:are )?(?:stretched |spread |held |wide )*(?:out|outstretched|outspread|wide|open|spread|stretched)(?: (?:wide|to the sides?|open))*|(?:outstretched|spread|open) arms|t[- ]pose`,
    'arms out',
  ),
  rule(
    `(?:in|with|using|between|by) (?:both|two|2|its two|his two|her two)(?: of)? ${whose}${held}s`,
    'both hands',
  ),
  rule(`(?:in|into|on|with) ${whose}(left|right)[- ]${held}`, ([, hand]) => `${hand} hand` as Place),
  rule(`(?:on|at|to) ${whose}(left|right)(?: side)?(?= *(?:[,.;]|$))`, ([, hand]) => `${hand} hand` as Place),
  rule(`(?:strapped |slung |hanging |worn |carried )*(?:on|to|across|over|upon) ${whose}back`, 'back'),
  rule(
    `(?:tucked |held |carried )*(?:under|beneath|underneath) ${whose}${side}arm(?:pit)?`,
    ([, arm = 'right']) => `${arm} arm` as Place,
  ),
  rule(`(?:held |lifted |raised |high )*(?:over|above) ${whose}head|overhead`, 'overhead'),
  rule(
    `(?<=\\b(?:flowers?|roses?|dais(?:y|ies)|lil(?:y|ies)|marigolds?|tulips?|poppy|poppies|sunflowers?|feathers?|bows?|ribbons?|pencils?|pens?) )(?:tucked |worn |stuck )*(?:behind ${whose}${side}ear|in ${whose}hair)`,
    'head',
  ),
  rule(
    `(?:sitting |standing |balanced |perched |balancing )*(?:on|upon|atop|on top of) (?:top of )?${whose}(?:head|hat|helmet)`,
    'head',
  ),
  [
    /\b(?:sitting |standing |perched |sits |one )*(?:on|upon) (?:each|either|both)(?: of)? (?:his |her |its |their |the )?shoulders?\b/g,
    () => ['right shoulder', 'left shoulder'],
  ],
  rule(
    `(?:sitting|perched|standing|landing|landed|sits|resting) on ${whose}(?:gloved )?${side}(?:arm|forearm|wrist|glove|gauntlet|hand|fist)`,
    ([, arm = 'left']) => `${arm} hand` as Place,
  ),
  rule(
    `(?:sitting |standing |perched |resting |slung |leaning |draped |wrapped )*(?:(?:on|over|upon|against|across) ${whose}|(?:around|round) (?:his|her|its|their|the|my|your) )${side}shoulders?`,
    ([, arm = 'right']) => `${arm} shoulder` as Place,
  ),
  rule(
    `(?:hanging |strapped |sheathed |tucked )*(?:at|on|by|in|from) ${whose}(?:waist|hips?|belt|side)`,
    'hip',
  ),
  rule(
    `(?:that |which )?(?:flying|flies|fly|circling|orbiting|buzzing|swirling|fluttering) (?:around|round|about) ${whose}head|(?:floating|hovering|levitating)(?: (?:above|over|around|next to|beside|near|in front of) ${whose}${side}(?:hands?|palms?|heads?|shoulders?|him|her|it))?`,
    'floating',
  ),
];

/** `said`: the words of the phrase, where it says nothing of a thing that can be placed. */
const token = innerToken<{ where: Where; said: string[] }>('place');

/** "A sword on his back": the place as one word, which keeps those that said it. */
export const markPlaces = (text: string): string =>
  rules.reduce(
    (said, [pattern, to]) =>
      said.replace(pattern, (...match: (string | undefined)[]) => {
        const words = (match[0] ?? '').split(/[^\p{L}]+/u).filter(Boolean);
        const marked = (where: Where, at: number) => token.of({ where, said: at === 0 ? words : [] });
        return ` ${to(match).map(marked).join(' ')} `;
      }),
    text,
  );

export const isPlacing = token.is;
export const wordsIn = (word: string): string[] => token.read(word)!.said;
export const placeOf = (word: string): Where => token.read(word)!.where;

/** Where the phrase puts the thing before it. */
export function placeAt(word: string | undefined): Place | null {
  const where = token.read(word)?.where;
  return where === undefined || isArmStance(where) ? null : where;
}

export const isArmStance = (one: Where): one is ArmStance => (armStances as readonly string[]).includes(one);
