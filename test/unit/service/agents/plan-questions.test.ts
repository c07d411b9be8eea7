import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';

/** The answer to the last line, and the cards that it shows. */
async function heard(locale: string, ...lines: string[]): Promise<{ text: string; cards: number }> {
  const hear = startConversation({ locale });
  let seen = { text: '', prompts: [] as readonly (string | null)[] };
  for (const say of lines) seen = await hear({ say, files: [] });
  return { text: seen.text, cards: seen.prompts.length };
}

test.each([
  ['a girl with platform boots', 'what shoes did you give her', 'boots'],
  ['a knight with brown boots', 'color of the boots?', 'brown'],
  ['a red fox', 'color?', 'red'],
  ['a legionary with a shield and a sword', 'What exactly is he carrying, and in which hand?', 'sword'],
  ['a fox in a mustard waistcoat', 'Is the waistcoat still mustard? It looks orange to me.', 'mustard'],
  ['a bee with a veil', 'how would I get her on my website so she spins', 'model-viewer'],
  ['a fox', 'what colour will it be', 'usual colours'],
  ['a vampire', 'fangs visible?', /^(?:Yes|No)/],
  ['a woman in a grey suit', 'pants or skirt?', /trousers|pants/],
  ['a wizard with a staff', 'is the staff in his left hand', 'No, in the right hand'],
  ['a knight', 'which hand is the shield in', 'left hand'],
  ['a knight with a sword in his left hand', 'which hand is the sword in', /^In the left hand/],
  ['a knight with a sword on his back', 'which hand is the sword in', /on his back/],
  ['an owl librarian', 'is she gonna stand or sit', /stand/i],
  ['a spider', 'two legs or eight?', /eight/],
  ['a knight', 'how tall is he next to a human', '1.7'],
  ['a knight with a cape', 'will the cape move', 'spring bones'],
  ['a pirate', "what's he wearing", 'boots'],
  ['a fox with a scarf', 'did you keep the scarf', /^Yes/],
  ['a fox with a blorb', 'anything missing?', '`blorb`'],
  ['a fox', 'did you get everything', 'every word'],
  ['a voxel cat', 'what style is this in right now', 'voxel'],
  ['a snake', 'what animations does it have', 'slither'],
  ['a boxer crab', 'can crabs do the punch animation', /clip/],
  ['a man', 'can he dance', 'Yes, there is a clip'],
  ['a mermaid', 'she has a fish tail instead of legs right', /^Yes/],
  ['a heron', 'What are his wings like?', 'wings'],
  ['a knight with a red scarf', 'does he still have the scarf on', /^Yes/],
  ['a knight with a red scarf', 'is the scarf still there?', /^Yes/],
  ['a goblin with goggles', 'does pim still have goggles on', /^Yes/],
  ['a knight with red boots', 'did you get the boots right', /^Yes/],
  ['a fox', 'i never said hat, is there a hat?', /^No, the description doesn't name it/],
  ['a woman', 'she can dance?', 'Yes, there is a clip'],
  ['a unicorn', 'are its hooves silver as well', /^Nothing special: hooves/],
  ['a knight with a red cape', 'the cape is red yeah?', /^Yes/],
  ['a knight with a red cape', 'remind me what color the cape is', 'red'],
  ['a knight with a red cape', 'u didnt add wings did u', /^No/],
  ['a knight with a sword', 'so hes got a sword right', /^Yes/],
  ['a knight with a sword', 'whats in his hands', /^It has: .*sword/],
  ['an octopus', '8 arms right?', /^8/],
  ['a fox with a macrame hat', 'which parts didnt u understand', '`macrame`'],
  ['a fox', "what's the current plan", "We're at `a fox`"],
  ['a wolf with black legs', 'are the legs digitigrade?', /I can't tell you that|The plan doesn't say/],
  ['a dragon with a gold collar', 'collar isnt there???', "Yes, it's there: `a gold collar`"],
  ['a detective with a trench coat', 'what is she wearing under the coat right now', /^It has: .*trousers/],
  ['a pangolin with a bag', 'does he walk on two legs or four?', 'quadruped'],
  ['a mare with a saddle', 'what animations would she have, like canter?', /^Its clips: .*walk/],
  ['a bird with a hat', 'can it fly or just walk around', /^Yes.* Its clips: .*flap/],
  ['a bartender with two horns', 'so how does she look now all together', "We're at"],
  ['a conductor with a cash bag', 'did you get the cash bag? only see one strap', '`a cash bag`'],
  [
    'a nurse with scrubs with tiny giraffes',
    'did the giraffes on the scrubs work out',
    /has `tiny giraffes`.*won't show/,
  ],
  [
    'a nurse with scrubs with tiny hearts',
    'did the hearts on the scrubs work out',
    /^Yes, it's there: `tiny hearts`/,
  ],
  ['a goblin with a belt of potion bottles', 'how many potion bottles does he have', /doesn't give a number/],
  ['a cat pirate with an eyepatch', 'which eye is the eyepatch on', /^Over the left eye: `an eyepatch`/],
  ['a girl with freckles', 'where are the freckles', /^The plan doesn't say where: `freckles`/],
  ['a goblin', 'how tall is he compared to a normal person', /1\.1 m high.*person is about 1\.7 m/],
  [
    'a fox with a red scarf and blue boots',
    'list all colours by part',
    /^It has: a red scarf and blue boots/,
  ],
  ['an armadillo with sneakers', 'does he have a run animation', /^Yes, there is a clip/],
  ['a bard with a lute', 'is there a clip where he sits down', /^Yes, there is a clip/],
  ['a raccoon holding a pizza', 'what is he holding', /^It has: pizza/],
  ['a ghost with a bow tie', 'can it wave', /^No, this body has no clip.*make it waving/],
  ['a cat', 'does she walk about, or does she only sit there?', /^Yes, there is a clip/],
  ['a tanuki girl', 'does she have finger bones', /fingers with joints/],
  ['a bee with a satchel full of pebbles', 'could the pebbles spill out', /still part/],
  ['a sumo wrestler', 'is he naked', /^It has: bare chest(?!.*shirt)/],
])('of %s, "%s" is answered and shows no card', async (plan, question, told) => {
  const { text, cards } = await heard('', plan, question);
  expect(text).toMatch(told);
  expect(cards).toBe(0);
});

test.each([
  ['de', 'ein Ritter mit Umhang', 'hat er einen Umhang?', /^Ja/],
  ['de', 'ein Vogel', 'kann der auch fliegen?', /Clip/],
  ['ru', 'рыцарь', 'какие у него анимации?', /бег|ходьба|клип/i],
  ['de', 'ein roter Fuchs', 'welche Farbe hat er?', /rot/],
  ['de', 'ein Waschbär mit Latzhose', 'kann der auch winken oder nur rumstehen?', /winken/],
  ['fr', 'un renard rouge', 'c’est quelle couleur ?', /rouge/],
  ['es-ES', 'un caballero con capa', '¿lleva capa?', /^Sí/],
  ['ru', 'рыцарь', 'какого он роста?', /1,7/],
  ['ja', '赤い狐', '色は?', /赤/],
  ['ko', '기사', '칼 들고 있어?', /^(?:네|아니)/],
  ['zh-CN', '红色的狐狸', '什么颜色？', /红/],
  ['pt-BR', 'uma raposa vermelha', 'que cor é?', /vermelh/],
  ['fr', 'un chevalier avec une épée', 'elle a quoi dans les mains là', /épée/],
  ['es-ES', 'una abuela con botas', 'cuantas animaciones trae esta', /38 clips/],
  ['de', 'ein Fuchs mit rotem Hut', 'kann ich das auf einem Handy ansehen?', /3D/],
  ['ko', '검을 든 토끼 기사', '이거 휴대폰으로 볼 수 있어요?', /3D/],
])('in %s, a question about the plan is answered: %s, %s', async (locale, plan, question, told) => {
  const { text, cards } = await heard(locale, plan, question);
  expect(text).toMatch(told);
  expect(cards).toBe(0);
});
