/** Heads of other things, arms that are placed, and things that are not simply in a hand. */
import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

describe('a person of another kind', () => {
  it.each(['a scarecrow with a pumpkin head', 'a zombie with a pumpkin head', 'a man with a pumpkin head'])(
    'has a pumpkin for a head: %s',
    (prompt) => {
      const { species, notes } = describePrompt(prompt);
      expect(species.marks?.head).toBe(describePrompt('a pumpkin with a hat').species.coat);
      expect(species.face).toBe('human');
      expect(notes).toEqual([]);
    },
  );
});

describe('arms that are placed', () => {
  it.each([
    ['a wrestler with arms crossed', 'crossed arms'],
    ['a scarecrow, arms out', 'arms out'],
    ['luchador gordo, brazos cruzados', 'crossed arms'],
    ['a barista, hands on her hips', 'hands on hips'],
    ['ein Zauberer mit verschränkten Armen', 'crossed arms'],
    ['un chef avec les mains dans le dos', 'hands behind back'],
    ['пират со скрещенными руками', 'crossed arms'],
    ['腕を組んだ海賊', 'crossed arms'],
    ['양팔을 벌린 로봇', 'arms out'],
    ['背着手的医生', 'hands behind back'],
    ['a cheerleader with her arms up in the air', 'arms up'],
    ['a butler with his hands behind his back', 'hands behind back'],
    ['a lifter holding a hammer over his head', 'arms up'],
    ['a mage holding a staff with both hands', 'hands together'],
  ])('are there while it stands: %s', (prompt, arms) => {
    const { words, ...described } = describePrompt(prompt);
    expect(described.arms).toBe(arms);
    expect(words.unexpressed).toEqual([]);
  });

  it('are said to be left as they are on four legs, and in poses that need them', () => {
    expect(describePrompt('a horse with crossed legs and arms up').arms).toBeNull();
    const { words, notes } = describePrompt('a running man with arms crossed');
    expect(words.unexpressed).toContain('arms');
    expect(notes).toHaveLength(1);
  });
});

describe('a thing that is held', () => {
  it.each([
    ['a knight with a sword in his left hand', 'sword', 'left hand'],
    ['a knight, sword on his back', 'sword', 'back'],
    ['a samurai with a katana at his waist', 'sword', 'hip'],
    ['a man with a spear over his left shoulder', 'spear', 'left shoulder'],
    ['a wizard with a floating book', 'book', 'floating'],
    ['an elf with a book floating above her hand', 'book', 'floating'],
    ['a man with a hat, in his right hand a sword', 'sword', 'right hand'],
    ['ein Ritter mit einem Schwert in der linken Hand', 'sword', 'left hand'],
    ['un chevalier avec une épée dans la main gauche', 'sword', 'left hand'],
    ['un caballero con una espada en la mano izquierda', 'sword', 'left hand'],
    ['um cavaleiro com uma espada na mão direita', 'sword', 'right hand'],
    ['рыцарь с мечом в левой руке', 'sword', 'left hand'],
    ['左手に剣を持つ騎士', 'sword', 'left hand'],
    ['왼손에 검을 든 기사', 'sword', 'left hand'],
    ['左手拿着剑的骑士', 'sword', 'left hand'],
    ['ein Ritter mit einem Schwert auf dem Rücken', 'sword', 'back'],
    ['un caballero con la espada a la espalda', 'sword', 'back'],
    ['mago com um livro debaixo do braço', 'book', 'right arm'],
    ['рыцарь с мечом за спиной', 'sword', 'back'],
    ['腰に剣を下げた侍', 'sword', 'hip'],
    ['背着剑的骑士', 'sword', 'back'],
    ['a knight with a sword, on his back a shield', 'shield', 'back'],
    ['an elf with a bow on his back', 'longbow', 'back'],
    ['a dancer with a marigold behind her ear', 'flower', 'head'],
    ['a baker with a pencil behind his ear', 'brush', 'head'],
    ['un boulanger avec un livre sous le bras gauche', 'book', 'left arm'],
  ])('is where it was asked for: %s', (prompt, item, place) => {
    const { items, words } = describePrompt(prompt);
    expect(items.get(item)?.place).toBe(place);
    expect(words.unknown).toEqual([]);
    expect(words.unexpressed).toEqual([]);
  });

  it.each([
    'a wizard with a staff and an orange on its head',
    'a capybara with a staff, an orange on its head',
  ])('stays in the hand where another thing is said to be elsewhere: %s', (prompt) => {
    const { items, look, companions } = describePrompt(prompt);
    expect(items.get('staff')?.place).toBeUndefined();
    expect(look.colour).toEqual(
      describePrompt(prompt.replace(/ an orange.*| and an orange.*/, '')).look.colour,
    );
    expect(companions.map(({ description, place }) => [description.name, place])).toEqual([
      ['orange', 'head'],
    ]);
  });

  it('is a weapon where a bow is held, and a ribbon on a head or a dress', () => {
    expect(describePrompt('a girl in a dress with a big pink bow on the back').items.has('bow')).toBe(true);
    expect(describePrompt('a girl holding a bow').items.has('longbow')).toBe(true);
    const ribbon = describePrompt('a girl with a bow on her head');
    expect(ribbon.items.has('bow')).toBe(true);
    expect(ribbon.words.unexpressed).toEqual([]);
  });

  it.each(['頭に猫耳の少女', '头上戴花环的小仙女'])('is where it is worn anyway: %s', (prompt) => {
    const { words } = describePrompt(prompt);
    expect([...words.unexpressed, ...words.unknown]).toEqual([]);
  });

  it('leaves a floating ghost a ghost, and says so of a hat in a hand', () => {
    expect(describePrompt('a floating ghost').name).toBe('ghost');
    expect(describePrompt('a boy with a hat in his left hand').words.unexpressed).toContain('left');
  });
});

describe('a small animal', () => {
  it.each([
    ['a skeleton pirate, parrot on his shoulder', 'parrot', 'right shoulder'],
    ['a mailman with a cat on his head', 'cat', 'head'],
    ['a man holding a cat', 'cat', 'both hands'],
    ['a boy holding a teddy bear', 'plushie', 'both hands'],
    ['a grumpy toaster with a parrot on its shoulder', 'parrot', 'right shoulder'],
    ['a wizard with a mouse on his hat', 'mouse', 'head'],
    ['a hunter with an eagle sitting on her left arm', 'eagle', 'left hand'],
    ['a witch with a bat flying around her head', 'bat', 'floating'],
    ['ein Pirat mit einem Papagei auf der Schulter', 'parrot', 'right shoulder'],
    ['un pirata con un loro en el hombro', 'parrot', 'right shoulder'],
    ['um pirata com um papagaio no ombro', 'parrot', 'right shoulder'],
    ['пират с попугаем на левом плече', 'parrot', 'left shoulder'],
    ['肩にオウムを乗せた海賊', 'parrot', 'right shoulder'],
    ['フクロウを肩に乗せた魔法使い', 'owl', 'right shoulder'],
    ['어깨에 앵무새를 올린 해적', 'parrot', 'right shoulder'],
    ['肩膀上有一只鹦鹉的海盗', 'parrot', 'right shoulder'],
  ])('is carried, and not blended in: %s', (prompt, name, place) => {
    const { companions, words } = describePrompt(prompt);
    expect(companions.map((one) => [one.description.name, one.place])).toEqual([[name, place]]);
    expect(words.unexpressed).toEqual([]);
  });
});

it('sits on each shoulder where there are two', () => {
  const { companions } = describePrompt('a girl with a crow on each shoulder');
  expect(companions.map(({ place }) => place)).toEqual(['right shoulder', 'left shoulder']);
});

describe('one hand', () => {
  it.each([
    ['a man with one hand on his hip', 'hand on hip'],
    ['a gnome with his left arm raised', 'arm up'],
    ['a chef, hand on hip', 'hand on hip'],
    ['a gnome with his right arm raised', 'right arm up'],
    ['a trucker giving a thumbs up', 'thumbs up'],
    ['a girl making a peace sign', 'peace sign'],
    ['a superhero with one hand on her belly', 'hand on belly'],
    ['bruja, brazo derecho en alto', 'right arm up'],
  ])('has a stance of its own, and is not counted: %s', (prompt, arms) => {
    const { words, notes, ...described } = describePrompt(prompt);
    expect(described.arms).toBe(arms);
    expect([...words.unknown, ...words.unexpressed, ...notes]).toEqual([]);
  });

  it.each([
    'a gnome raising his hands',
    'a knight with one hand upon his sword',
    'a butler with one hand on his waistcoat',
    'a boy with a round head and a sword',
    'an orc with round shoulders and an axe',
  ])('has none where other words only begin or end like it: %s', (prompt) => {
    const { arms, items } = describePrompt(prompt);
    expect(arms ?? '').not.toMatch(/^(?:arm up|hand on hip)$/);
    expect([...items.values()].every(({ place }) => place === undefined)).toBe(true);
  });

  it('is said to be lost where it does something else', () => {
    expect(describePrompt('a queen with one hand on her crown').words.unexpressed).toContain('one hand');
  });
});

describe('another creature', () => {
  it.each([
    ['an old lady with a basket of eggs', 'eggs'],
    ['a moose print hoodie on a goth boy', 'moose'],
  ])('in a basket or on a shirt is left out, and is no character: %s', (prompt, word) => {
    const { words, notes, companions, species } = describePrompt(prompt);
    expect(words.unexpressed).toContain(word);
    expect(notes.filter((note) => note.includes(word.replace(/s$/, '')))).toEqual([]);
    expect(companions).toEqual([]);
    expect(species.face).toBe('human');
  });

  it('gives a centaur its coat', () => {
    const { species, words } = describePrompt('a zebra centaur woman');
    expect(species.parts).toContain('human torso');
    expect(species.pattern).toBe('striped');
    expect(words.unexpressed).toEqual([]);
  });
});

describe('a creature', () => {
  it.each([
    ['a boy riding on the back of a dragon', 'human'],
    ['an owl on a branch', 'owl'],
  ])('that is not small is not carried: %s', (prompt, name) => {
    const { companions, ...described } = describePrompt(prompt);
    expect(companions).toEqual([]);
    expect(described.name).toBe(name);
  });
});

describe('clothes', () => {
  it.each([
    ['a girl in a black shirt with a white skull on it', 'shirt', { print: 'skull' }],
    ['a boy with a star on his t-shirt', 'shirt', { print: 'star' }],
    ['a wizard in a blue robe with stars', 'robe', { print: 'star', printMany: true }],
    ['a girl in a pink hearts shirt', 'shirt', { print: 'heart', printMany: true }],
    ['a punk in a skull hoodie', 'shirt', { print: 'skull' }],
    ['a grandpa in star print pajamas', 'shirt', { print: 'star', printMany: true }],
    ['a boy in ripped jeans', 'trousers', { torn: true }],
    ['a girl in jeans with holes', 'trousers', { torn: true }],
  ])('have their picture and their holes: %s', (prompt, item, look) => {
    const { items, words } = describePrompt(prompt);
    expect(items.get(item)).toMatchObject(look);
    expect(words.unexpressed).toEqual([]);
    expect(words.unknown).toEqual([]);
  });

  it('are made of diamond, roses or fire unless the text mentions a print', () => {
    for (const prompt of ['a knight in diamond armour', 'a lady in a rose dress', 'a mage in a fire robe']) {
      const { items } = describePrompt(prompt);
      expect([...items.values()].some(({ print }) => print)).toBe(false);
    }
  });

  it('have no picture of another garment that cannot have one', () => {
    const { items, words } = describePrompt('a girl in pajamas with hearts slippers');
    expect([...items.values()].some(({ print }) => print)).toBe(false);
    expect(words.unknown).toEqual(['hearts']);
  });

  it('says so of torn things that are made whole', () => {
    expect(describePrompt('a man with torn gloves').words.unexpressed).toContain('torn');
  });
});

describe('a colour code', () => {
  it.each([
    ['a girl in a #8b0000 dress', 'dress', 'a girl in a maroon dress'],
    ['a bear, shirt #2F5D3A', 'shirt', 'a bear, shirt forest green'],
  ])('is the nearest colour with a name: %s', (prompt, item, named) => {
    const { items, words } = describePrompt(prompt);
    expect(items.get(item)?.colour).toEqual(describePrompt(named).items.get(item)?.colour);
    expect(words.unknown).toEqual([]);
  });

  it('is no number on a shirt', () => {
    expect(describePrompt('a boy with #7 on his jersey').items.get('number')?.text).toBe('7');
  });
});

describe('colours between commas', () => {
  it('are of the character, and not of what follows', () => {
    const { look, parts } = describePrompt('a toy robot, red and silver, square head');
    expect(look.second).toBeDefined();
    expect(parts.get('head')?.colour).toBeUndefined();
  });
});
